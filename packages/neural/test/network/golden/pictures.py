"""PyTorch's numbers for networks on pictures: a forward pass of torchvision's DenseNet121, gradients, and five steps of Adam.

    python3 pictures.py     writes pictures.json beside this file (a minute; then format it: npm run format).
                            Needs Debian's python3-torch, 1.13, and python3-torchvision, 0.14.

Weights and pictures are made up by a formula that the test computes too, so only results are kept. All is computed in float64.

    u(i, t) = murmur3's finaliser of (i + t * 0x9e3779b9) / 2^32 - 1/2     entry i of tensor t, in the order of the state
    weights of convolutions and of the last layer      sqrt(24 / inputs of a unit) u, rounded to float32, like all others
    batch normalisation                                weight 1 + u / 2, bias u / 5, running mean 2 u / 5, running variance 1 + u
    bias of the last layer                             u / 5
    pictures                                           bytes, the formula's integer mod 256 of tensor 1000
    step     minimise sum_a mu_a r_a over a batch; r_a is the mean cross-entropy of the rows of group a
    moves    rows of tensors 1001 to 1003: down and right mod 5 - 2, flipped where odd; zeros come in after normalisation
    results  of every tensor: norm, and inner products with u(i, 2000 + t) and u(i, 3000 + t)
"""

import base64
import hashlib
import json
import pathlib

import numpy as np
import torch
import torch.nn.functional as F
import torchvision

CLASSES, ROWS, BATCH, STEPS = 3, 16, 8, 5
MU = [0.25, 0.125, 0.625]
RATE = 1e-3
MEAN = torch.tensor([0.485, 0.456, 0.406]).double().view(1, 3, 1, 1)
SCALE = torch.tensor([0.229, 0.224, 0.225]).double().view(1, 3, 1, 1)
torch.set_num_threads(1)


def integers(count, t):
    h = (np.arange(count, dtype=np.uint64) + np.uint64(t) * np.uint64(0x9E3779B9)) & np.uint64(0xFFFFFFFF)
    h ^= h >> np.uint64(16)
    h = (h * np.uint64(0x85EBCA6B)) & np.uint64(0xFFFFFFFF)
    h ^= h >> np.uint64(13)
    h = (h * np.uint64(0xC2B2AE35)) & np.uint64(0xFFFFFFFF)
    return h ^ (h >> np.uint64(16))


def units(count, t):
    return integers(count, t) / 2.0**32 - 0.5


def made(name, shape, t):
    u = units(int(np.prod(shape)), t)
    if len(shape) > 1:
        values = np.sqrt(24 / np.prod(shape[1:])) * u
    elif name.endswith("running_mean"):
        values = 2 * u / 5
    elif name.endswith("running_var"):
        values = 1 + u
    elif name.endswith("weight"):
        values = 1 + u / 2
    else:
        values = u / 5
    return torch.from_numpy(values.astype(np.float32).astype(np.float64)).view(shape)


class Stage(torch.nn.Module):
    def __init__(self, inputs, outputs):
        super().__init__()
        self.conv1 = torch.nn.Conv2d(inputs, outputs, 3, 2, 1, bias=False)
        self.norm1 = torch.nn.BatchNorm2d(outputs)
        self.conv2 = torch.nn.Conv2d(outputs, outputs, 3, 1, 1, bias=False)
        self.norm2 = torch.nn.BatchNorm2d(outputs)
        self.shortcut = torch.nn.ModuleDict(
            {"conv": torch.nn.Conv2d(inputs, outputs, 1, 2, bias=False), "norm": torch.nn.BatchNorm2d(outputs)}
        )

    def forward(self, x):
        inner = self.norm2(self.conv2(F.relu(self.norm1(self.conv1(x)))))
        return F.relu(inner + self.shortcut["norm"](self.shortcut["conv"](x)))


class ConvNet(torch.nn.Module):
    def __init__(self, classes):
        super().__init__()
        self.stem = torch.nn.ModuleDict({"conv": torch.nn.Conv2d(3, 16, 3, 1, 1, bias=False), "norm": torch.nn.BatchNorm2d(16)})
        self.stage1, self.stage2, self.stage3 = Stage(16, 32), Stage(32, 64), Stage(64, 128)
        self.head = torch.nn.Linear(128, classes)

    def forward(self, x):
        h = F.relu(self.stem["norm"](self.stem["conv"](x)))
        return self.head(self.stage3(self.stage2(self.stage1(h))).mean((2, 3)))


BUILT = {
    "densenet121": lambda classes: torchvision.models.densenet121(num_classes=classes),
    "densenet11": lambda classes: torchvision.models.DenseNet(4, (2, 2), 8, 4, 0, classes),
    "convnet": ConvNet,
}


def network(kind, classes=CLASSES):
    model = BUILT[kind](classes).double()
    state = {name: value for name, value in model.state_dict().items() if not name.endswith("num_batches_tracked")}
    for t, (name, value) in enumerate(state.items()):
        value.copy_(made(name, tuple(value.shape), t))
    return model, state


def pictures(rows, height, width):
    values = (integers(rows * height * width * 3, 1000) % 256).astype(np.float64).reshape(rows, height, width, 3)
    return (torch.from_numpy(values).permute(0, 3, 1, 2) / 255 - MEAN) / SCALE


def moved(x, down, right, flip):
    out = torch.zeros_like(x)
    height, width = x.shape[2:]
    for n in range(len(x)):
        d, r = int(down[n]), int(right[n])
        out[n, :, max(d, 0) : height + min(d, 0), max(r, 0) : width + min(r, 0)] = x[
            n, :, max(-d, 0) : height - max(d, 0), max(-r, 0) : width - max(r, 0)
        ]
        if flip[n]:
            out[n] = out[n].flip(-1)
    return out


def objective(scores, labels, groups):
    losses = F.cross_entropy(scores, labels, reduction="none")
    return sum(mu * losses[groups == a].mean() for a, mu in enumerate(MU) if (groups == a).any())


def trained(kind, height, width, steps, optimiser):
    model, state = network(kind)
    model.train()
    own = optimiser(model.parameters())
    x = pictures(ROWS, height, width)
    labels = torch.arange(ROWS) % CLASSES
    groups = torch.arange(ROWS) // 3 % len(MU)
    moves = [integers(STEPS * BATCH, t).astype(np.int64).reshape(STEPS, BATCH) for t in (1001, 1002, 1003)]
    for step in range(steps):
        rows = torch.arange(BATCH) * 5 % ROWS if step % 2 == 0 else (torch.arange(BATCH) * 3 + step) % ROWS
        down, right, flip = (all[step] for all in moves)
        batch = moved(x[rows], down % 5 - 2, right % 5 - 2, flip % 2)
        own.zero_grad()
        objective(model(batch), labels[rows], groups[rows]).backward()
        own.step()
    return model, state


def summary(values, t):
    flat = values.detach().numpy().ravel()
    return [float(f"{x:.9g}") for x in (np.linalg.norm(flat), flat @ units(flat.size, 2000 + t), flat @ units(flat.size, 3000 + t))]


def names(state):
    lines = [f"{name} {'x'.join(map(str, value.shape))}" for name, value in state.items()]
    return hashlib.md5("\n".join(lines).encode()).hexdigest()


def forward():
    model, state = network("densenet121", 5)
    model.eval()
    with torch.no_grad():
        scores = model(pictures(2, 40, 48))
    return {"classes": 5, "rows": 2, "height": 40, "width": 48, "names": names(state), "scores": scores.ravel().tolist()}


def training(kind, height, width):
    model, _ = trained(kind, height, width, 1, lambda p: torch.optim.SGD(p, lr=1))
    gradients = {name: p.grad for name, p in model.named_parameters()}
    _, state = trained(kind, height, width, STEPS, lambda p: torch.optim.Adam(p, lr=RATE))
    everything = torch.cat([value.detach().ravel() for value in state.values()])
    own = {
        "kind": kind,
        "height": height,
        "width": width,
        "names": names(state),
        "gradients": [summary(gradients[name], t) if name in gradients else None for t, name in enumerate(state)],
        "adam": [summary(value, t) for t, value in enumerate(state.values())],
    }
    if len(everything) < 10_000:
        own["parameters"] = base64.b64encode(everything.float().numpy().tobytes()).decode()
    return own


golden = {"forward": forward(), "training": [training("densenet11", 24, 20), training("convnet", 12, 9)]}
pathlib.Path(__file__).with_suffix(".json").write_text(json.dumps(golden))
