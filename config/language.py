"""Chinese first: another language only for a reader who chose it, whatever the browser's own language is."""

from django.conf import settings
from django.http import HttpRequest
from django.middleware.locale import LocaleMiddleware
from django.utils import translation


class ChosenLanguageMiddleware(LocaleMiddleware):
    """Django's language middleware without `Accept-Language`: the office's laptop may run an English Windows."""

    def process_request(self, request: HttpRequest) -> None:
        """Activate the language of the cookie, else the default."""
        chosen = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "")
        known = translation.check_for_language(chosen) and chosen in dict(settings.LANGUAGES)
        translation.activate(chosen if known else settings.LANGUAGE_CODE)
        request.LANGUAGE_CODE = translation.get_language()
