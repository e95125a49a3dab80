"""A moment of running coroutines as a value: two moments that are equal go on alike.

What a coroutine will do follows from where in its code it stands, its local variables, and the objects it can reach.
All of that goes into the value; objects are numbered in the order they are met, so that the same structure made twice
is equal. What is not known here stays what it is and is equal to itself only: so two moments may be told apart that
need not be, and never the other way round.
"""

import asyncio
import gc
from collections.abc import Generator, Hashable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from types import AsyncGeneratorType, CoroutineType, FrameType, FunctionType, MethodType
from typing import Any

import msgspec
from django.db.models import Model

from game.metrics import Stopwatch

PLAIN = {type(None), bool, int, float, str, bytes}


class Moment:
    """Makes values of one moment. `named` are objects that stand for nothing but their name."""

    def __init__(self, named: Mapping[str, object]) -> None:
        self._named = {id(value): name for name, value in named.items()}
        self._numbers: dict[int, int] = {}

    def of(self, value: Any) -> Hashable:
        """The value of whatever a program holds."""
        if type(value) in PLAIN:
            return value
        if (name := self._named.get(id(value))) is not None:
            return name
        match value:
            case dict():
                return tuple((self.of(key), self.of(held)) for key, held in value.items())
            case tuple() | list():
                return (type(value), *map(self.of, value))
            case set() | frozenset():
                return frozenset(map(self.of, value))
            case CoroutineType():
                return self._position(value, value.cr_frame, value.cr_await)
            case AsyncGeneratorType():
                return self._position(value, value.ag_frame, value.ag_await)
            case FunctionType():
                return (value.__code__, *(self.of(cell.cell_contents) for cell in value.__closure__ or ()))
            case Generator():
                return type(value)  # the future at the end of what is awaited: a variable has it
            case MethodType():
                return (value.__func__, self.of(value.__self__))
            case BaseException():
                return (type(value), self.of(value.args), self.of(vars(value)))
            case Stopwatch():
                return Stopwatch  # measures, and decides nothing
            case msgspec.Struct():
                return self._struct(value)
        if is_dataclass(value) and not isinstance(value, type):
            return (type(value), *(self.of(getattr(value, field.name)) for field in fields(value)))
        return self._object(value)

    def _struct(self, value: msgspec.Struct) -> Hashable:
        try:
            hash(value)
        except TypeError:
            return (type(value), *(self.of(getattr(value, name)) for name in value.__struct_fields__))
        return value

    def _object(self, value: Any) -> Hashable:
        """What has an identity: its number, and what is in it where it is met for the first time."""
        match value:
            case asyncio.Future():
                inside: Any = value.done()
            case asyncio.Lock():
                inside = (value.locked(), list(value._waiters or ()))
            case Model():
                inside = {name: held for name, held in vars(value).items() if name != "_state"}
            case _ if type(value).__module__.startswith(("game.", "tests.")) and hasattr(value, "__dict__"):
                inside = vars(value)
            case _:
                return value
        number, is_new = len(self._numbers), id(value) not in self._numbers
        number = self._numbers.setdefault(id(value), number)
        return (type(value), number, self.of(inside) if is_new else None)

    def _position(self, value: Any, frame: FrameType | None, awaited: Any) -> Hashable:
        """Where a coroutine stands, with its loops: their iterators are in no variable."""
        if frame is None:
            return None
        loops = [
            each.__reduce__()[1:]
            for each in gc.get_referents(value)
            if isinstance(each, Iterator) and not isinstance(each, Generator)
        ]
        return (frame.f_code, frame.f_lasti, self.of(dict(frame.f_locals)), self.of(loops), self.of(awaited))
