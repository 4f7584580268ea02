"""The sentences on play on the ruleset form: changed, added, refused with what was typed kept, printed and shown."""

import re

from django.test import Client

from scoring.models import RulesetVersion
from scoring.ruleset import load_preset, parse_ruleset
from tests.office.test_rules_pages import BASE, COPY, controls, opened, text_of


def test_a_sentence_is_changed_and_another_added(staff: Client) -> None:
    sent = opened(staff, name__zh="我厂打法")
    count = len(load_preset(BASE).texts)
    sent["texts.0.text.zh"] = "洗牌由闲家洗"
    sent = controls(staff.post(COPY, sent | {"add": "texts"}))
    sent |= {f"texts.{count}.topic": "redeal", f"texts.{count}.text.zh": "摸到六张以上王可以重发"}
    assert staff.post(COPY, sent).status_code == 302
    version = RulesetVersion.objects.get()
    texts = parse_ruleset(version.document).texts
    assert (len(texts), texts[0].text.zh, texts[-1].topic) == (count + 1, "洗牌由闲家洗", "redeal")
    assert texts[-1].text.en == texts[-1].text.zh
    page = text_of(staff.get(f"/office/rules/{version.pk}/"))
    assert "洗牌和抬牌：洗牌由闲家洗" in page
    assert "重打：摸到六张以上王可以重发" in page


def test_a_sentence_left_empty_is_refused_at_its_place_with_the_rest_kept(staff: Client) -> None:
    typed = {"texts.1.text.zh": "", "texts.1.text.en": "", "texts.0.text.zh": "改过"}
    sent = opened(staff, name__zh="我厂打法") | typed
    answer = staff.post(COPY, sent)
    assert answer.status_code == 400
    assert "打法" in text_of(answer)
    assert controls(answer)["texts.0.text.zh"] == "改过"
    assert re.search(r'name="texts\.1\.text\.zh"[^>]*aria-invalid="true"', answer.content.decode())
    assert not RulesetVersion.objects.exists()
