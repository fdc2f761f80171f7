"""PyTorch's operators on pictures in float64: what comes out, and the gradients of the sum of c * z.

    python3 pictures.py     writes pictures.json beside this file (then format it: npm run format). Needs Debian's python3-torch, 1.13.

Arrays are flat, row by row. Inputs are multiples of 1/4 or 1/2, so float32 holds them exactly, and windows of the max pooling have ties.
"""

import json
import pathlib

import numpy as np
import torch
import torch.nn.functional as F

random = np.random.default_rng(20200713)


def quarters(*shape):
    return torch.tensor(random.integers(-4, 5, shape) / 4, dtype=torch.float64)


def flat(tensor):
    return [float(f"{value:.12g}") for value in tensor.detach().numpy().ravel()]


def record(operator, options, inputs, run, extra=lambda: {}):
    """One case: its inputs by name, z, and the slope of sum c z by each input."""
    for tensor in inputs.values():
        tensor.requires_grad_()
    z = run(**inputs)
    c = quarters(*z.shape)
    (c * z).sum().backward()
    return {
        "operator": operator,
        "options": options,
        "inputs": [{"name": n, "shape": list(x.shape), "values": flat(x), "slope": flat(x.grad)} for n, x in inputs.items()],
        "c": flat(c),
        "z": {"shape": list(z.shape), "values": flat(z)},
        **extra(),
    }


def conv(x, w, stride, padding):
    return record(
        "conv",
        {"stride": stride, "padding": padding},
        {"x": quarters(*x), "w": quarters(*w)},
        lambda x, w: F.conv2d(x, w, stride=stride, padding=padding),
    )


def max_pool(x, size, stride, padding):
    picture = torch.tensor(random.integers(-1, 2, x) / 2, dtype=torch.float64)  # three values: ties in most windows
    options = {"size": size, "stride": stride, "padding": padding}
    return record("maxPool", options, {"x": picture}, lambda x: F.max_pool2d(x, size, stride, padding))


def average_pool(x, size):
    options = {"size": size, "stride": size}
    return record("averagePool", options, {"x": quarters(*x)}, lambda x: F.avg_pool2d(x, size, size))


def batch_norm(x, epsilon):
    """In training; momentum 1 makes the running statistics those of the batch."""
    mean, variance = torch.zeros(x[1], dtype=torch.float64), torch.ones(x[1], dtype=torch.float64)
    return record(
        "batchNormalisation",
        {"epsilon": epsilon},
        {"x": quarters(*x), "scale": quarters(x[1]), "bias": quarters(x[1])},
        lambda x, scale, bias: F.batch_norm(x, mean, variance, scale, bias, True, 1.0, epsilon),
        lambda: {"running": {"mean": flat(mean), "variance": flat(variance)}},
    )


cases = [
    conv((2, 3, 4, 5), (4, 3, 1, 1), 1, 0),
    conv((2, 3, 5, 4), (2, 3, 1, 1), 2, 0),
    conv((2, 3, 5, 6), (4, 3, 3, 3), 1, 1),
    conv((2, 3, 6, 5), (4, 3, 3, 3), 2, 1),
    conv((1, 3, 9, 10), (2, 3, 7, 7), 2, 3),
    max_pool((2, 2, 6, 7), 3, 2, 1),
    max_pool((2, 2, 4, 6), 2, 2, 0),
    average_pool((2, 3, 4, 5), 2),
    batch_norm((3, 4, 2, 3), 1e-5),
    batch_norm((6, 3), 1e-3),
]
path = pathlib.Path(__file__).with_name("pictures.json")
path.write_text(json.dumps({"torch": torch.__version__, "cases": cases}) + "\n")
