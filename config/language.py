"""Chinese first: another language only for a reader who chose it, whatever the browser's own language is."""

from django.conf import settings
from django.http import HttpRequest
from django.middleware.locale import LocaleMiddleware
from django.utils import translation
from django.views.decorators.csrf import csrf_exempt
from django.views.i18n import set_language


class ChosenLanguageMiddleware(LocaleMiddleware):
    """Django's language middleware without `Accept-Language`: the office's laptop may run an English Windows."""

    def process_request(self, request: HttpRequest) -> None:
        """Activate the language of the cookie, else the default."""
        chosen = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "")
        known = translation.check_for_language(chosen) and chosen in dict(settings.LANGUAGES)
        translation.activate(chosen if known else settings.LANGUAGE_CODE)
        request.LANGUAGE_CODE = translation.get_language()


# The switch stands in the foot of pages that are the same for everybody, so it carries no token of a visitor; all that
# a foreign page could do with it is to change the language.
choose_language = csrf_exempt(set_language)
