// Where labels go so that none hides another, a line or a point. Pure geometry, in pixels; y points down.

export interface PixelPoint {
  readonly x: number;
  readonly y: number;
}

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface LabelBox extends PixelPoint {
  readonly width: number;
  readonly height: number;
  /** Of the mark the label is for. */
  readonly radius: number;
}

/**
 * Positions in [low, high] as near to the wanted ones as `gap` between neighbours allows, in the order given.
 * When there is no room for the gaps, neighbours share what there is.
 */
export function spreadPositions(wanted: readonly number[], gap: number, low: number, high: number): number[] {
  const order = wanted.map((_, i) => i).sort((left, right) => wanted[left]! - wanted[right]! || left - right);
  const room = Math.min(gap, (high - low) / Math.max(1, wanted.length - 1));
  const spread = new Array<number>(wanted.length).fill(0);
  // Down, each below the one before; then back up from the bottom, which moves only what fell out.
  let least = low;
  for (const i of order) {
    spread[i] = Math.max(least, wanted[i]!);
    least = spread[i]! + room;
  }
  let most = high;
  for (const i of order.reverse()) {
    spread[i] = Math.min(most, spread[i]!);
    most = spread[i]! - room;
  }
  return spread;
}

/** How far from its mark a label may be, and in which directions it is tried: right first, then around. */
const DISTANCES = [3, 10, 20, 34];
const DIRECTIONS = [0, -0.5, 0.5, 1, -0.25, 0.25, -0.75, 0.75].map((halfTurns) => halfTurns * Math.PI);
const COST = { outside: 1000, label: 400, obstacle: 12, pixel: 0.4, turn: 0.2 };

/** The centre of each label's box: the cheapest of the places tried, one label after the other. */
export function placeLabels(
  labels: readonly LabelBox[],
  obstacles: readonly PixelPoint[],
  bounds: Box,
): PixelPoint[] {
  const taken: Box[] = [];
  const all = [...obstacles, ...labels.flatMap(outline)];
  return labels.map((label) => {
    let best: PixelPoint = label;
    let bestCost = Number.POSITIVE_INFINITY;
    for (const distance of DISTANCES) {
      DIRECTIONS.forEach((direction, turn) => {
        const centre = besidePoint(label, direction, label.radius + distance);
        const box = boxAround(centre, label);
        const cost =
          COST.outside * Number(!isInside(box, bounds)) +
          COST.label * taken.filter((other) => overlap(box, other)).length +
          COST.obstacle * all.filter((point) => contains(box, point)).length +
          COST.pixel * distance +
          COST.turn * turn;
        if (cost < bestCost) [best, bestCost] = [centre, cost];
      });
    }
    taken.push(boxAround(best, label));
    return best;
  });
}

/** The centre of a box whose nearest edge is `distance` away from the point. */
function besidePoint({ x, y, width, height }: LabelBox, direction: number, distance: number): PixelPoint {
  const [across, down] = [Math.cos(direction), Math.sin(direction)];
  return {
    x: x + Math.sign(Math.round(2 * across)) * (width / 2) + across * distance,
    y: y + Math.sign(Math.round(2 * down)) * (height / 2) + down * distance,
  };
}

function outline({ x, y, radius }: LabelBox): PixelPoint[] {
  return [
    { x, y },
    { x: x - radius, y },
    { x: x + radius, y },
    { x, y: y - radius },
    { x, y: y + radius },
  ];
}

function boxAround({ x, y }: PixelPoint, { width, height }: LabelBox): Box {
  return { left: x - width / 2, right: x + width / 2, top: y - height / 2, bottom: y + height / 2 };
}

const isInside = (box: Box, bounds: Box): boolean =>
  box.left >= bounds.left &&
  box.right <= bounds.right &&
  box.top >= bounds.top &&
  box.bottom <= bounds.bottom;

const overlap = (one: Box, other: Box): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

const contains = (box: Box, { x, y }: PixelPoint): boolean =>
  x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;

/** The line, as points no further apart than `step`. */
export function sampleLine(line: readonly PixelPoint[], step = 4): PixelPoint[] {
  return line.flatMap((from, i) => {
    const to = line[i + 1];
    if (to === undefined) return [from];
    const count = Math.max(1, Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / step));
    return Array.from({ length: count }, (_, k) => ({
      x: from.x + ((to.x - from.x) * k) / count,
      y: from.y + ((to.y - from.y) * k) / count,
    }));
  });
}
