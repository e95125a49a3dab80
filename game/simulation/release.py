"""From a training to what the server plays by: weights in half precision, and how they came about."""

import json
from hashlib import sha256
from pathlib import Path

import numpy as np

from game.simulation.compiled import new_record
from game.simulation.learning import layers_of
from game.simulation.network import NETWORK
from game.simulation.training import Progress


def release(progress: Progress, path: Path, *, command: str, seed: int) -> dict[str, object]:
    """Writes the running mean of the weights to an .npz file, and beside it, as .json, where it comes from."""
    layers = layers_of(progress.learner.mean)._asdict()
    np.savez_compressed(path, **{name: layer.astype(np.float16) for name, layer in layers.items()})
    facts: dict[str, object] = {
        "command": command,
        "seed": seed,
        "samples": progress.samples,
        "rounds": progress.rounds,
        "sha256": sha256(path.read_bytes()).hexdigest(),
    }
    path.with_suffix(".json").write_text(json.dumps(facts, indent=1) + "\n")
    return facts


def released(path: Path) -> np.record:
    """Released weights as the simulation plays by them."""
    record = new_record(NETWORK)
    with np.load(path) as stored:
        for name in stored.files:
            record[name] = stored[name]
    return record
