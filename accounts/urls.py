"""The addresses of this app."""

from django.urls import path

from accounts.views import account, data, door, language, preferences, reset

app_name = "accounts"
urlpatterns = [
    path("signup/", door.sign_up, name="signup"),
    path("login/", door.log_in, name="login"),
    path("logout/", door.log_out, name="logout"),
    path("register/", account.register, name="register"),
    path("settings/", account.account_settings, name="settings"),
    path("preferences/", preferences.preferences, name="preferences"),
    path("data/", data.own_data_page, name="data"),
    path("delete/", data.delete, name="delete"),
    path("password/", account.password_change, name="password_change"),
    path("password/reset/", reset.password_reset, name="password_reset"),
    path("password/reset/sent/", reset.password_reset_sent, name="password_reset_sent"),
    path("password/new/<uidb64>/<token>/", reset.NewPassword.as_view(), name="password_new"),
    path("language/", language.switch_language, name="language"),
]
