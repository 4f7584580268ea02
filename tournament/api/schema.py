"""The documentation's finishing: problems have their own media type."""

from typing import Any

from .problems import CONTENT_TYPE


def problem_media_type(result: dict[str, Any], **_context: Any) -> dict[str, Any]:
    """Answers from 400 on are problem objects, whatever the view's renderer says of them."""
    for operations in result["paths"].values():
        for operation in operations.values():
            for status, answer in operation["responses"].items():
                if int(status) >= 400 and "application/json" in answer.get("content", {}):
                    answer["content"] = {CONTENT_TYPE: answer["content"]["application/json"]}
    return result
