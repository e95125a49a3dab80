"""The addresses of rooms."""

from django.urls import path, register_converter

from rooms import views
from rooms.codes import PublicId, Token

register_converter(Token, "token")
register_converter(PublicId, "match")

app_name = "rooms"
urlpatterns = [
    path("", views.lobby, name="lobby"),
    path("rooms/mine/", views.mine, name="mine"),
    path("rooms/new/", views.new_room, name="new"),
    path("rooms/quick/", views.quick, name="quick"),
    path("join/", views.join, name="join"),
    path("j/<token:token>/", views.invitation, name="invitation"),
    path("p/me/", views.my_profile, name="my_profile"),
    path("p/<int:person>/", views.profile, name="profile"),
    path("r/<str:code>/", views.room, name="room"),
    path("r/<str:code>/watch/", views.watch, name="watch"),
    path("r/<str:code>/trick/", views.last_trick, name="trick"),
    path("r/<str:code>/seat/", views.take_seat, name="take_seat"),
    path("r/<str:code>/unseat/", views.leave_seat, name="leave_seat"),
    path("r/<str:code>/bot/", views.add_bot, name="add_bot"),
    path("r/<str:code>/rebot/", views.change_bot, name="change_bot"),
    path("r/<str:code>/unbot/", views.remove_bot, name="remove_bot"),
    path("r/<str:code>/options/", views.options, name="options"),
    path("r/<str:code>/name/", views.rename, name="rename"),
    path("r/<str:code>/start/", views.start, name="start"),
    path("r/<str:code>/clear/", views.clear, name="clear"),
    path("r/<str:code>/end/", views.end, name="end"),
    path("r/<str:code>/people/", views.room_people, name="people"),
    path("r/<str:code>/standings/", views.standings, name="standings"),
    path("r/<str:code>/swap/", views.swap_seats, name="swap_seats"),
    path("r/<str:code>/kick/", views.kick, name="kick"),
    path("r/<str:code>/ban/", views.ban, name="ban"),
    path("r/<str:code>/unban/", views.unban, name="unban"),
    path("r/<str:code>/host/", views.hand_over, name="hand_over"),
    path("r/<str:code>/link/", views.renew_link, name="renew_link"),
    path("r/<str:code>/close/", views.close, name="close"),
    path("r/<str:code>/chat/clear/", views.clear_chat, name="clear_chat"),
    path("r/<str:code>/silence/", views.silence, name="silence"),
    path("r/<str:code>/unsilence/", views.lift_silence, name="lift_silence"),
    path("r/<str:code>/mute/", views.mute, name="mute"),
    path("r/<str:code>/unmute/", views.unmute, name="unmute"),
    path("r/<str:code>/orders/", views.orders, name="orders"),
    path("r/<str:code>/records.jsonl", views.records, name="records"),
    path("r/<str:code>/leave/", views.leave, name="leave"),
    path("m/<match:public_id>/", views.match, name="match"),
    path("m/<match:public_id>/coach/", views.coach, name="coach"),
    path("m/<match:public_id>/shuffle/", views.shuffle, name="shuffle"),
    path("m/<match:public_id>/replay/", views.replay, name="replay"),
    path("m/<match:public_id>/step/<int:step>/", views.replay_step, name="replay_step"),
    path("m/<match:public_id>/record.json", views.record_json, name="record_json"),
    path("m/<match:public_id>/record.txt", views.record_text, name="record_text"),
    path("m/<match:public_id>/share/", views.share, name="share"),
    path("m/<match:public_id>/unshare/", views.unshare, name="unshare"),
    path("s/<token:token>/", views.shared, name="shared"),
    path("s/<token:token>/replay/", views.shared_replay, name="shared_replay"),
    path("s/<token:token>/step/<int:step>/", views.shared_step, name="shared_step"),
]
