"""The documentation's finishing: problems have their own media type, addresses stand under whom they are for."""

from typing import Any

from .problems import CONTENT_TYPE

PUBLIC, TABLES = "公开", "牌桌"
TAGS = (
    {"name": PUBLIC, "description": "任何人都可读，不用登录；只有公布的部分。"},
    {"name": TABLES, "description": "裁判台和裁判长席：凭桌卡加入的手机，或登录的账号。"},
)


def problem_media_type(result: dict[str, Any], **_context: Any) -> dict[str, Any]:
    """Answers from 400 on are problem objects, whatever the view's renderer says of them."""
    for operations in result["paths"].values():
        for operation in operations.values():
            for status, answer in operation["responses"].items():
                if int(status) >= 400 and "application/json" in answer.get("content", {}):
                    answer["content"] = {CONTENT_TYPE: answer["content"]["application/json"]}
    return result


def audiences(result: dict[str, Any], **_context: Any) -> dict[str, Any]:
    """What everybody may read first, then what the tables use; not by the first word of the address."""
    for operations in result["paths"].values():
        for operation in operations.values():
            if operation.get("tags") != [PUBLIC]:
                operation["tags"] = [TABLES]
    result["tags"] = [dict(tag) for tag in TAGS]
    return result
