"""PyTorch's training steps, timed on request: reads one JSON object a line, answers each with one.

    python3 neural.py folder threads        needs Debian's python3-torch; libopenblas0 makes it several times faster

The folder holds meta.json { inputs, classes, mu, learningRate, networks: { name: { kind, hidden } } }, features.f32 (row by row), labels.i32,
groups.i32, <network>.f32 (parameters at the start, layer by layer: weights inputs x outputs, then biases) and batches-<size>.i32 (rows of each
step), little endian. ELU after every hidden layer; Adam; the objective is sum_a mu_a r_a over a batch, r_a the mean cross-entropy of group a.

    {}                                                -> version, threads, blas (the files of the library in use)
    { "network", "batch", "steps", "foreach" }        -> seconds, after two steps that are not timed
    { "network", "batch", "steps", "end": file }      -> riskSums; the parameters after the steps are written to the file
    { "product": n, "repeats" }                       -> seconds, the best of an n x n x n product

What is spared: data and batches are tensors already, groups are weighted without a loop, gradients are dropped rather than set to 0, ELU
works in place, and no risks are collected while time is taken.
"""

import json
import pathlib
import sys
import time

import numpy as np
import torch
import torch.nn.functional as F

WARM_UP = 2

folder = pathlib.Path(sys.argv[1])
torch.set_num_threads(int(sys.argv[2]))
meta = json.loads((folder / "meta.json").read_text())
labels = torch.from_numpy(np.fromfile(folder / "labels.i32", "<i4").astype(np.int64))
groups = torch.from_numpy(np.fromfile(folder / "groups.i32", "<i4").astype(np.int64))
features = torch.from_numpy(np.fromfile(folder / "features.f32", "<f4").reshape(len(labels), meta["inputs"]))
mu = torch.tensor(meta["mu"])


class Net(torch.nn.Module):
    def __init__(self, name):
        super().__init__()
        kind, hidden = meta["networks"][name]["kind"], meta["networks"][name]["hidden"]
        self.residual = kind == "resnet"
        inner = [hidden[0]] * (1 + 2 * len(hidden)) if self.residual else hidden
        sizes = [meta["inputs"], *inner, meta["classes"]]
        self.layers = torch.nn.ModuleList(torch.nn.Linear(m, n) for m, n in zip(sizes, sizes[1:]))
        start = torch.from_numpy(np.fromfile(folder / f"{name}.f32", "<f4"))
        with torch.no_grad():
            for layer, (m, n) in zip(self.layers, zip(sizes, sizes[1:])):
                layer.weight.copy_(start[: m * n].reshape(m, n).T)
                layer.bias.copy_(start[m * n : (m + 1) * n])
                start = start[(m + 1) * n :]
        assert len(start) == 0

    def forward(self, h):
        *inner, head = self.layers
        if self.residual:
            h = F.elu(inner[0](h), inplace=True)
            for first, second in zip(inner[1::2], inner[2::2]):
                h = F.elu(h + second(F.elu(first(h), inplace=True)), inplace=True)
        else:
            for layer in inner:
                h = F.elu(layer(h), inplace=True)
        return head(h)

    def flat(self):
        return np.concatenate([p.detach().numpy().ravel() for l in self.layers for p in (l.weight.T, l.bias)])


def read_batches(size):
    rows = np.fromfile(folder / f"batches-{size}.i32", "<i4").astype(np.int64)
    return list(torch.from_numpy(rows.reshape(-1, size)))


def train(net, optimiser, batches, risk_sums=None):
    for rows in batches:
        members = groups[rows]
        counts = torch.bincount(members, minlength=len(mu))
        losses = F.cross_entropy(net(features[rows]), labels[rows], reduction="none")
        value = losses @ (mu / counts)[members]  # an absent group's infinity is not gathered
        optimiser.zero_grad(set_to_none=True)
        value.backward()
        optimiser.step()
        if risk_sums is not None:
            sums = np.bincount(members.numpy(), losses.detach().numpy(), len(mu))
            risk_sums += sums / np.maximum(counts.numpy(), 1)


def run(request):
    net = Net(request["network"])
    optimiser = torch.optim.Adam(net.parameters(), lr=meta["learningRate"], foreach=request.get("foreach", False))
    batches = read_batches(request["batch"])
    if "end" in request:
        risk_sums = np.zeros(len(mu))
        train(net, optimiser, batches[: request["steps"]], risk_sums)
        net.flat().astype("<f4").tofile(request["end"])
        return {"riskSums": risk_sums.tolist()}
    train(net, optimiser, batches[:WARM_UP])
    start = time.perf_counter()
    train(net, optimiser, batches[: request["steps"]])
    return {"seconds": time.perf_counter() - start}


def product(size, repeats):
    left, right = torch.rand(size, size), torch.rand(size, size)
    times = []
    for _ in range(repeats + 1):
        start = time.perf_counter()
        torch.mm(left, right)
        times.append(time.perf_counter() - start)
    return {"seconds": min(times)}


def describe():
    product(64, 1)  # loads the library
    mapped = {line.split()[-1] for line in open("/proc/self/maps")} if sys.platform == "linux" else set()
    return {
        "version": torch.__version__,
        "threads": torch.get_num_threads(),
        "blas": sorted({pathlib.Path(file).name for file in mapped if "blas" in file or "mkl" in file}),
    }


for line in sys.stdin:
    request = json.loads(line)
    if "network" in request:
        answer = run(request)
    elif "product" in request:
        answer = product(request["product"], request["repeats"])
    else:
        answer = describe()
    print(json.dumps(answer), flush=True)
