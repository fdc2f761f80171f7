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

export interface RoundMark extends PixelPoint {
  readonly radius: number;
}

/** The size of a label, and the mark it is for. */
export interface LabelBox extends RoundMark {
  readonly width: number;
  readonly height: number;
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

/**
 * Where marks crowd, a label further away with a line that leads to it is better than one nearer to another
 * mark.
 */
export interface Crowd {
  readonly marks: readonly RoundMark[];
  /** Boxes that have text already. */
  readonly occupied: readonly Box[];
}

/**
 * The centre of a label's box, and in a crowd the line from its mark to it, unless it stands right beside the
 * mark.
 */
export interface LabelPlace extends PixelPoint {
  readonly leader?: Leader;
}

export type Leader = readonly [from: PixelPoint, to: PixelPoint];

/** How far from its mark a label may be, and in which directions it is tried: right first, then around. */
const DISTANCES = [3, 10, 20, 34];
const DIRECTIONS = [0, -0.5, 0.5, 1, -0.25, 0.25, -0.75, 0.75];
const DIRECTIONS_BETWEEN = [-0.125, 0.125, -0.375, 0.375, -0.625, 0.625, -0.875, 0.875];
/** From this distance on a label in a crowd has a leader. */
const LEADER_FROM = 10;
/** Between a leader and its own mark and label; what it should keep from all else. */
const LEADER_GAP = 1;
const LEADER_CLEARANCE = 2.5;
/** What text in a crowd keeps from lines and marks. */
const CROWD_PADDING = 2;
const COST = { outside: 1000, label: 400, ambiguous: 40, obstacle: 12, crossed: 4, pixel: 0.4, turn: 0.2 };

/** The cheapest of the places tried, one label after the other. */
export function placeLabels(
  labels: readonly LabelBox[],
  obstacles: readonly PixelPoint[],
  bounds: Box,
  crowd?: Crowd,
): LabelPlace[] {
  const taken = [...(crowd?.occupied ?? [])];
  const marks = [...(crowd?.marks ?? []), ...labels];
  const all = [...obstacles, ...marks.flatMap(outline)];
  const directions = crowd ? [...DIRECTIONS, ...DIRECTIONS_BETWEEN] : DIRECTIONS;
  const costInCrowd = (box: Box, label: LabelBox, leader: Leader | undefined): number =>
    leader ? leaderCost(leader, label, all, taken) : COST.ambiguous * Number(isAmbiguous(box, label, marks));
  return labels.map((label) => {
    let best: LabelPlace = label;
    let bestCost = Number.POSITIVE_INFINITY;
    for (const distance of DISTANCES) {
      directions.forEach((halfTurns, turn) => {
        const centre = besidePoint(label, halfTurns * Math.PI, label.radius + distance);
        const box = boxAround(centre, label);
        const padded = grow(box, crowd ? CROWD_PADDING : 0);
        const leader = crowd && distance >= LEADER_FROM ? leaderTo(box, label) : undefined;
        const cost =
          COST.outside * Number(!isInside(box, bounds)) +
          COST.label * taken.filter((other) => overlap(box, other)).length +
          COST.obstacle * all.filter((point) => contains(padded, point)).length +
          (crowd ? costInCrowd(box, label, leader) : 0) +
          COST.pixel * distance +
          COST.turn * turn;
        if (cost < bestCost) [best, bestCost] = [{ ...centre, ...(leader && { leader }) }, cost];
      });
    }
    taken.push(boxAround(best, label));
    if (best.leader) all.push(...sampleLine(best.leader));
    return best;
  });
}

/** Another mark is as near to the text as its own. */
function isAmbiguous(box: Box, own: LabelBox, marks: readonly RoundMark[]): boolean {
  const gapTo = (mark: RoundMark): number => {
    const nearest = nearestIn(box, mark);
    return Math.hypot(nearest.x - mark.x, nearest.y - mark.y) - mark.radius;
  };
  return marks.some((mark) => (mark.x !== own.x || mark.y !== own.y) && gapTo(mark) <= gapTo(own));
}

/** From the edge of the mark to the nearest point of the box. */
function leaderTo(box: Box, { x, y, radius }: RoundMark): Leader {
  const nearest = nearestIn(box, { x, y });
  const across = nearest.x - x;
  const down = nearest.y - y;
  const length = Math.hypot(across, down);
  const at = (distance: number): PixelPoint => ({
    x: x + (across * distance) / length,
    y: y + (down * distance) / length,
  });
  return [at(radius + LEADER_GAP), at(length - LEADER_GAP)];
}

/**
 * What lies close around the mark itself is not crossed: a line that runs into the mark is there in any case.
 */
function leaderCost(
  leader: Leader,
  mark: RoundMark,
  obstacles: readonly PixelPoint[],
  texts: readonly Box[],
): number {
  const samples = sampleLine(leader, LEADER_CLEARANCE);
  const isNear = (one: PixelPoint, other: PixelPoint, distance: number): boolean =>
    Math.hypot(one.x - other.x, one.y - other.y) < distance;
  const crossed = obstacles.filter(
    (point) =>
      !isNear(point, mark, mark.radius + LEADER_CLEARANCE) &&
      samples.some((sample) => isNear(point, sample, LEADER_CLEARANCE)),
  );
  const hidden = texts.filter((box) => samples.some((sample) => contains(box, sample)));
  return COST.crossed * crossed.length + COST.label * hidden.length;
}

/** The centre of a box whose nearest edge is `distance` away from the point. */
function besidePoint({ x, y, width, height }: LabelBox, direction: number, distance: number): PixelPoint {
  const [across, down] = [Math.cos(direction), Math.sin(direction)];
  return {
    x: x + Math.sign(Math.round(2 * across)) * (width / 2) + across * distance,
    y: y + Math.sign(Math.round(2 * down)) * (height / 2) + down * distance,
  };
}

/** The centre of a round mark, and four points around it. */
function outline({ x, y, radius }: RoundMark): PixelPoint[] {
  return [
    { x, y },
    { x: x - radius, y },
    { x: x + radius, y },
    { x, y: y - radius },
    { x, y: y + radius },
  ];
}

/** The box of a label that stands at a point. */
export function boxAround(
  { x, y }: PixelPoint,
  { width, height }: { readonly width: number; readonly height: number },
): Box {
  return { left: x - width / 2, right: x + width / 2, top: y - height / 2, bottom: y + height / 2 };
}

const grow = ({ left, top, right, bottom }: Box, by: number): Box => {
  return { left: left - by, top: top - by, right: right + by, bottom: bottom + by };
};

const nearestIn = (box: Box, { x, y }: PixelPoint): PixelPoint => {
  return {
    x: Math.min(Math.max(x, box.left), box.right),
    y: Math.min(Math.max(y, box.top), box.bottom),
  };
};

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
