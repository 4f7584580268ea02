"""Numbers in the sorting keys of names are filled up with zeros, as `services.names.sort_key` writes them now."""

import re

from django.db import migrations

NUMBER, DIGITS, LIMIT = re.compile("[0-9]+"), 6, 200


def fill_numbers(apps, schema_editor):
    for name in ("Department", "Team"):
        model = apps.get_model("tournament", name)
        for row in model.objects.filter(sort_key__regex="[0-9]"):
            row.sort_key = NUMBER.sub(lambda number: number[0].zfill(DIGITS), row.sort_key)[:LIMIT]
            row.save(update_fields=["sort_key"])


class Migration(migrations.Migration):

    dependencies = [
        ('tournament', '0004_draw_revealed'),
    ]

    operations = [
        migrations.RunPython(fill_numbers, migrations.RunPython.noop),
    ]
