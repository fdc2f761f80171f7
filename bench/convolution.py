"""PyTorch on pictures, timed on request: reads one JSON object a line, answers each with one.

    python3 convolution.py folder threads       needs Debian's python3-torch and python3-torchvision

The folder holds meta.json { rows, batch, mu, learningRate, blocks: { name: { inputs: { name: shape }, output: shape } },
networks: { name: { picture: { height, width }, classes, parameters: [{ name, shape }] } } }, <block>.f32 (the inputs, then c, one after the
other), <network>.f32 (parameters in the order listed), <network>.u8 (pictures, height x width x 3 bytes a row), labels.i32, groups.i32 and
batches.i32 (rows of each step), little endian. A block's objective is the sum of c * z; that of a network sum_a mu_a r_a over a batch, r_a
the mean cross-entropy of group a. Adam.

    {}                                        -> version, threads
    { "block", "steps" }                      -> seconds of forward and backward passes, after two that are not timed
    { "block", "end": file }                  -> z, then the gradient by each input, are written to the file
    { "network", "steps" }                    -> seconds of training steps, after one that is not timed
    { "network", "steps", "end": file }       -> riskSums; the parameters after the steps are written to the file
"""

import copy
import functools
import json
import pathlib
import sys
import time

import numpy as np
import torch
import torch.nn.functional as F
import torchvision

folder = pathlib.Path(sys.argv[1])
torch.set_num_threads(int(sys.argv[2]))
meta = json.loads((folder / "meta.json").read_text())
mu = torch.tensor(meta["mu"])


def read(file, dtype):
    return torch.from_numpy(np.fromfile(folder / file, dtype))


def split(flat, shapes):
    parts = torch.split(flat, [int(np.prod(shape)) for shape in shapes])
    return [part.reshape(shape).clone() for part, shape in zip(parts, shapes)]


def norm(x, scale, bias):
    return F.batch_norm(x, None, None, scale, bias, True)


def residual(x, w1, s1, b1, w2, s2, b2):
    inner = F.relu(norm(F.conv2d(x, w1, padding=1), s1, b1))
    return F.relu(norm(F.conv2d(inner, w2, padding=1), s2, b2) + x)


def dense(x, s1, b1, w1, s2, b2, w2):
    narrow = F.conv2d(F.relu(norm(x, s1, b1)), w1)
    return torch.cat([x, F.conv2d(F.relu(norm(narrow, s2, b2)), w2, padding=1)], 1)


class Stage(torch.nn.Module):
    def __init__(self, inputs, outputs):
        super().__init__()
        self.conv1 = torch.nn.Conv2d(inputs, outputs, 3, 2, 1, bias=False)
        self.norm1 = torch.nn.BatchNorm2d(outputs)
        self.conv2 = torch.nn.Conv2d(outputs, outputs, 3, 1, 1, bias=False)
        self.norm2 = torch.nn.BatchNorm2d(outputs)
        conv, bn = torch.nn.Conv2d(inputs, outputs, 1, 2, bias=False), torch.nn.BatchNorm2d(outputs)
        self.shortcut = torch.nn.ModuleDict({"conv": conv, "norm": bn})

    def forward(self, x):
        inner = self.norm2(self.conv2(F.relu(self.norm1(self.conv1(x)), inplace=True)))
        return F.relu(inner + self.shortcut["norm"](self.shortcut["conv"](x)), inplace=True)


class ConvNet(torch.nn.Module):
    def __init__(self, classes):
        super().__init__()
        conv, bn = torch.nn.Conv2d(3, 16, 3, 1, 1, bias=False), torch.nn.BatchNorm2d(16)
        self.stem = torch.nn.ModuleDict({"conv": conv, "norm": bn})
        self.stage1, self.stage2, self.stage3 = Stage(16, 32), Stage(32, 64), Stage(64, 128)
        self.head = torch.nn.Linear(128, classes)

    def forward(self, x):
        h = F.relu(self.stem["norm"](self.stem["conv"](x)), inplace=True)
        return self.head(self.stage3(self.stage2(self.stage1(h))).mean((2, 3)))


def make(name):
    """The network with the parameters of the folder."""
    described = meta["networks"][name]
    if name == "convnet":
        net = ConvNet(described["classes"])
    else:
        net = torchvision.models.densenet121(num_classes=described["classes"])
    parameters = described["parameters"]
    values = split(read(f"{name}.f32", "<f4"), [p["shape"] for p in parameters])
    state = {p["name"]: value for p, value in zip(parameters, values)}
    missing, unexpected = net.load_state_dict(state, strict=False)
    assert not unexpected and all(key.endswith("num_batches_tracked") for key in missing)
    return net


@functools.lru_cache(None)
def pictures(name):
    size = meta["networks"][name]["picture"]
    return read(f"{name}.u8", "u1").reshape(meta["rows"], size["height"], size["width"], 3)


mean = torch.tensor([0.485, 0.456, 0.406]).view(1, 3, 1, 1)
scale = torch.tensor([0.229, 0.224, 0.225]).view(1, 3, 1, 1)
labels = read("labels.i32", "<i4").long()
groups = read("groups.i32", "<i4").long()
batches = read("batches.i32", "<i4").long().reshape(-1, meta["batch"])


def train(name, net, optimiser, steps, risk_sums=None):
    for rows in batches[:steps]:
        x = (pictures(name)[rows].permute(0, 3, 1, 2).float() / 255 - mean) / scale
        members = groups[rows]
        counts = torch.bincount(members, minlength=len(mu))
        losses = F.cross_entropy(net(x), labels[rows], reduction="none")
        value = losses @ (mu / counts)[members]
        optimiser.zero_grad(set_to_none=True)
        value.backward()
        optimiser.step()
        if risk_sums is not None:
            risk_sums += np.bincount(members.numpy(), losses.detach().numpy(), len(mu)) / np.maximum(counts.numpy(), 1)


def timed(run):
    start = time.perf_counter()
    run()
    return {"seconds": time.perf_counter() - start}


@functools.lru_cache(None)
def start_of(name):
    return make(name)


def run_network(request):
    name = request["network"]
    net = copy.deepcopy(start_of(name))
    optimiser = torch.optim.Adam(net.parameters(), lr=meta["learningRate"], foreach=True)
    if "end" in request:
        risk_sums = np.zeros(len(mu))
        train(name, net, optimiser, request["steps"], risk_sums)
        state = net.state_dict()
        names = [p["name"] for p in meta["networks"][name]["parameters"]]
        np.concatenate([state[key].numpy().ravel() for key in names]).astype("<f4").tofile(request["end"])
        return {"riskSums": risk_sums.tolist()}
    train(name, net, optimiser, 1)
    return timed(lambda: train(name, net, optimiser, request["steps"]))


def run_block(request):
    name = request["block"]
    shapes = meta["blocks"][name]["inputs"]
    *inputs, c = split(read(f"{name}.f32", "<f4"), [*shapes.values(), meta["blocks"][name]["output"]])
    for tensor in inputs:
        tensor.requires_grad_()

    def step():
        for tensor in inputs:
            tensor.grad = None
        z = {"residual": residual, "dense": dense}[name](*inputs)
        (c * z).sum().backward()
        return z

    if "end" in request:
        written = [step(), *(tensor.grad for tensor in inputs)]
        np.concatenate([t.detach().numpy().ravel() for t in written]).astype("<f4").tofile(request["end"])
        return {}
    step()
    step()
    return timed(lambda: [step() for _ in range(request["steps"])])


for line in sys.stdin:
    request = json.loads(line)
    if "network" in request:
        answer = run_network(request)
    elif "block" in request:
        answer = run_block(request)
    else:
        answer = {"version": torch.__version__, "threads": torch.get_num_threads(), "blas": []}
    print(json.dumps(answer), flush=True)
