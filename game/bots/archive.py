"""Reads arrays of half-precision numbers from an .npz file with the standard library alone."""

import ast
import struct
import zipfile
from math import prod
from pathlib import Path

_MAGIC = b"\x93NUMPY\x01\x00"


def read_halves(path: Path) -> dict[str, tuple[tuple[int, ...], tuple[float, ...]]]:
    """Shape and numbers (last index fastest) of every array in the file.

    Raises: ValueError for anything but little-endian float16 arrays in C order, format 1.0.
    """
    with zipfile.ZipFile(path) as archive:
        return {name.removesuffix(".npy"): _array(archive.read(name)) for name in archive.namelist()}


def _array(data: bytes) -> tuple[tuple[int, ...], tuple[float, ...]]:
    if data[:8] != _MAGIC:
        raise ValueError("no array of format 1.0")
    (length,) = struct.unpack_from("<H", data, 8)
    header = ast.literal_eval(data[10 : 10 + length].decode("latin1"))
    if header["descr"] != "<f2" or header["fortran_order"]:
        raise ValueError(f"not a plain array of halves: {header}")
    shape: tuple[int, ...] = header["shape"]
    return shape, struct.unpack_from(f"<{prod(shape)}e", data, 10 + length)
