"""Every address of the product; each area lists its own."""

from django.contrib.auth import views as auth_views
from django.urls import include, path

from .language import choose_language

urlpatterns = [
    path("login/", auth_views.LoginView.as_view(template_name="accounts/login.html"), name="login"),
    path("logout/", auth_views.LogoutView.as_view(), name="logout"),
    path("i18n/setlang/", choose_language, name="set_language"),
    path("office/", include("tournament.views.office_urls")),
    path("console/", include("referee.console.urls")),
    path("chief/", include("referee.chief.urls")),
    path("board/", include("referee.board.urls")),
    path("entry/", include("tournament.views.entry_urls")),
    path("api/", include("config.api_urls")),
    path("", include("referee.join.urls")),
    path("", include("tournament.views.public_urls")),
]
handler404 = "tournament.api.not_found.not_found"
