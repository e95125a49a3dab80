"""Who sits together: rooms, members, presence and the room socket."""
