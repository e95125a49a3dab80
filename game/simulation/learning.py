"""How the network learns from decisions and their outcomes: cross-entropy, Adam, a running mean of the weights."""

from math import prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.simulation.compiled import new_record
from game.simulation.network import INPUTS, NETWORK, Singles

_SHAPES = tuple(NETWORK[name].shape for name in NETWORK.names or ())
SIZE = sum(prod(shape) for shape in _SHAPES)
"""How many weights there are."""

_FIRST_DECAY, _SECOND_DECAY, _EPSILON = 0.9, 0.999, 1e-8


class Layers(NamedTuple):
    """The weights by layer, as in `network.NETWORK`."""

    w1: Singles
    b1: Singles
    w2: Singles
    b2: Singles
    w3: Singles
    b3: Singles


class Learner(NamedTuple):
    """What learns, each a flat array of all weights: the weights, Adam's two moments, the running mean."""

    weights: Singles
    first: Singles
    second: Singles
    mean: Singles


def new_learner(rng: np.random.Generator) -> Learner:
    """Random weights, scaled so that signals neither fade nor grow."""
    weights = np.zeros(SIZE, dtype=np.float32)
    for layer in layers_of(weights):
        if layer.ndim == 2:
            # About forty of the inputs are on at a time.
            active = 40 if len(layer) == INPUTS else len(layer)
            layer[:] = rng.normal(0, np.sqrt(2 / active), layer.shape)
    layers_of(weights).w3[:] *= 0.1
    zeros = np.zeros(SIZE, dtype=np.float32)
    return Learner(weights, zeros, zeros.copy(), weights.copy())


def layers_of(weights: Singles) -> Layers:
    """The layers of a flat array, as views into it."""
    layers, start = [], 0
    for shape in _SHAPES:
        layers.append(weights[start : start + prod(shape)].reshape(shape))
        start += prod(shape)
    return Layers(*layers)


def network_record(weights: Singles) -> np.record:
    """A copy of the weights as the simulation plays by them."""
    record = new_record(NETWORK)
    for name, layer in layers_of(weights)._asdict().items():
        record[name] = layer
    return record


def learn(
    learner: Learner, inputs: Singles, labels: NDArray[np.int64], *, step: int, rate: float, keep: float
) -> float:
    """One step of Adam on a batch; the mean keeps `keep` of itself. Returns the mean loss in nats.

    `labels` are (seat, finished, players, place); places outside finished…players - 1 are impossible.
    """
    gradient = np.empty(SIZE, dtype=np.float32)
    loss = _gradient(layers_of(learner.weights), inputs, labels, layers_of(gradient))
    first, second = learner.first, learner.second
    first *= _FIRST_DECAY
    first += (1 - _FIRST_DECAY) * gradient
    second *= _SECOND_DECAY
    gradient *= gradient
    second += (1 - _SECOND_DECAY) * gradient
    np.sqrt(second, out=gradient)
    gradient *= 1 / np.sqrt(1 - _SECOND_DECAY**step)
    gradient += _EPSILON
    np.divide(first, gradient, out=gradient)
    gradient *= rate / (1 - _FIRST_DECAY**step)
    learner.weights[:] -= gradient
    learner.mean[:] += (1 - keep) * (learner.weights - learner.mean)
    return loss


def _gradient(network: Layers, inputs: Singles, labels: NDArray[np.int64], into: Layers) -> float:
    first = inputs @ network.w1
    first += network.b1
    np.maximum(first, 0, out=first)
    second = first @ network.w2
    second += network.b2
    np.maximum(second, 0, out=second)
    logits = second @ network.w3
    logits += network.b3
    places = np.arange(len(network.b3))
    logits[(places < labels[:, 1:2]) | (places >= labels[:, 2:3])] = -1e9
    logits -= logits.max(axis=1, keepdims=True)
    chances = np.exp(logits)
    chances /= chances.sum(axis=1, keepdims=True)
    rows = np.arange(len(inputs))
    loss = -float(np.log(chances[rows, labels[:, 3]] + 1e-12).mean())
    chances[rows, labels[:, 3]] -= 1
    chances /= np.float32(len(inputs))
    np.matmul(second.T, chances, out=into.w3)
    chances.sum(axis=0, out=into.b3)
    back = chances @ network.w3.T
    back *= second > 0
    np.matmul(first.T, back, out=into.w2)
    back.sum(axis=0, out=into.b2)
    back = back @ network.w2.T
    back *= first > 0
    np.matmul(inputs.T, back, out=into.w1)
    back.sum(axis=0, out=into.b1)
    return loss
