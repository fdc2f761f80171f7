// What is possible: the Pareto front of two groups in the plane of their risks, of three by weights and by risks, of more
// as a line for each point, with the models that were trained on it.

import { FairfrontError } from '@fairfront/core';
import { count, tellApart, withAnd } from '@fairfront/core/internal';
import { startsAt } from '../marks/axes.js';
import type { GroupVector } from '../marks/data.js';
import { type DataPoint, isFinitePoint } from '../marks/data-point.js';
import type { FigureTable, FigureWords } from '../marks/figure-kind.js';
import { areaEntry, legendBlock, lineEntry } from '../marks/legends.js';
import { modelStyles, reachOf } from '../marks/model-style.js';
import { domainsOf, inPlane, type RiskPlane, riskPlane, showsEqualRisks } from '../marks/risk-plane.js';
import { type Block, below, beside, figure, isNarrow, plotBlock, wordsBlock } from '../marks/sheet.js';
import { fontSize, harmShade, ink, lineWidth, quiet } from '../marks/theme.js';
import { fitGroupName, fitSentence, lossWords, partWords, spoken, textWidth } from '../marks/words.js';
import type { ParetoFrontData } from './data.js';
import { frontLines } from './front-lines.js';
import { frontProfiles, isCut, type NamedMark } from './front-profiles.js';
import { frontTriangle } from './front-triangle.js';

const PLANE = { share: 0.7, least: 300, most: 500, widest: 800 } as const;
const PROFILES_HEIGHT = 380;
/** The triangle stands beside the lines from this width on. */
const WIDE = 640;
const TRIANGLE = { share: 0.46, most: 430 } as const;
const GAP = 24;
/** Names in the title are cut, in pixels. */
const TITLE_ROOM = 1100;
/** A label that leaves a group's name less room does without the loss. */
const LEAST_NAME = 80;

/** Drawn in this order, so that the minimax model and the chosen point are on top. */
const ORDER = ['utopia', 'equal-risk', 'balanced', 'naive', 'minimax', 'chosen'] as const;

/** What is possible for two groups or more, and the models by name. */
export const paretoFront = figure<ParetoFrontData>({
  name: 'pareto-front',
  check: checkFront,
  describe,
  tabulate,
  layOut(data, width) {
    const marks = marksOf(data);
    if (data.groups.length === 2) return planeBlock(data, marks, width);
    if (data.groups.length > 3) return frontLines(data, marks, width);
    const isWide = width >= WIDE;
    const left = Math.min(TRIANGLE.most, isWide ? Math.floor(TRIANGLE.share * width) : width);
    const right = isWide ? width - left - GAP : width;
    const panels = [
      headed(
        'How training may weigh the groups',
        'in each corner one group has all the weight; the stronger the colour, the worse',
        left,
        frontTriangle(data, marks, left),
      ),
      headed(
        `What each group gets, on the ${partWords[data.part]}`,
        `lower is better; bars: what the front has for a group${isCut(data, marks) ? ' (some go on above)' : ''}`,
        right,
        frontProfiles(data, marks, { width: right, height: PROFILES_HEIGHT }),
      ),
    ];
    return isWide ? beside(panels, GAP) : below(panels, GAP);
  },
});

/** Draws what is possible for two groups or more, and the models by name. */
export const drawParetoFront = paretoFront.draw;

const headed = (title: string, note: string, width: number, content: Block): Block =>
  below([
    wordsBlock(title, width, { size: fontSize.title, bold: true }),
    wordsBlock(note, width, { colour: quiet.ink }),
    content,
  ]);

/** In the order of drawing; those with infinite risks have no place. */
function marksOf({ groups, marks, chosen }: ParetoFrontData): NamedMark[] {
  const minimax = marks.find(({ name }) => name === 'minimax');
  const hasEqual = marks.some(({ name }) => name === 'equal-risk');
  const all: NamedMark[] = [
    ...marks,
    ...(chosen === undefined ? [] : [{ name: 'chosen' as const, ...chosen }]),
    // Risks are made equal by harming all but the worst-off group.
    ...(minimax === undefined || hasEqual || groups.length !== 2
      ? []
      : [{ name: 'equal-risk' as const, risks: groups.map(() => Math.max(...minimax.risks)) }]),
  ];
  return ORDER.flatMap((name) => all.filter((mark) => mark.name === name)).filter(({ risks }) =>
    risks.every(Number.isFinite),
  );
}

function describe(data: ParetoFrontData): FigureWords {
  const { groups, points, part, loss } = data;
  const marks = marksOf(data);
  const worst = (name: string): number | undefined => {
    const mark = marks.find((own) => own.name === name);
    return mark && Math.max(...mark.risks);
  };
  const [naive, minimax] = [worst('naive'), worst('minimax')];
  const texts = tellApart([naive ?? 0, minimax ?? 0]);
  // What is proved or chosen by elsewhere is of other rows.
  const rows = part === 'train' ? ' on the training rows' : '';
  const said =
    naive === undefined || minimax === undefined
      ? count(points.length, 'point')
      : texts[0] === texts[1]
        ? `the worst-off group’s risk is ${texts[1]} with naive and with minimax${rows}`
        : `the worst-off group’s risk is ${texts[0]} with naive, ${texts[1]} with minimax${rows}`;
  const few = groups.slice(0, 3);
  const told = marks.map(({ name, risks }) => {
    const own = tellApart(risks);
    const parts = groups.slice(0, 6).map((group, i) => `${spoken(group)} ${own[i]}`);
    return `${modelStyles[name].text}: ${parts.join(', ')}`;
  });
  return {
    title: fitSentence(
      few,
      (names) => `${groups.length > 3 ? `${groups.length} groups` : withAnd(names)}: ${said}`,
      TITLE_ROOM,
    ),
    note:
      groups.length === 2
        ? planeNote(planeOf(data, marks), part)
        : groups.length === 3
          ? `${count(points.length, 'model')} of the front; what no other model serves better for every group`
          : `one line for each of ${count(points.length, 'model')} of the front; each group has its own axis, from the lowest risk to the highest in sight; lower is better`,
    alternative: `The Pareto front of ${count(groups.length, 'group')}: ${count(points.length, 'point')}, risks on the ${partWords[part]} (${lossWords[loss]}). ${told.join('. ')}.`,
  };
}

function tabulate(data: ParetoFrontData): FigureTable {
  const { groups, points } = data;
  const empty = groups.map(() => null);
  return {
    columns: ['point', ...groups.map((name) => `weight ${name}`), ...groups.map((name) => `risk ${name}`)],
    rows: [
      ...points.map(({ mu, risks }) => ['front', ...mu, ...risks]),
      ...marksOf(data).map(({ name, mu, risks }) => [name, ...(mu ?? empty), ...risks]),
    ],
  };
}

function checkFront({ groups, points, marks, chosen }: ParetoFrontData): void {
  if (groups.length < 2) {
    throw new FairfrontError('bad-groups', `groups: a Pareto front needs at least 2; got ${groups.length}`);
  }
  if (points.length === 0)
    throw new FairfrontError('bad-risks', 'points: a front needs at least one; got none');
  const vectors = [
    ...points.flatMap(({ mu, risks }) => [mu, risks]),
    ...marks.map(({ risks }) => risks),
    ...(chosen ? [chosen.risks] : []),
  ];
  const wrong = vectors.find((vector) => vector.length !== groups.length || vector.some(Number.isNaN));
  if (wrong !== undefined) {
    throw new FairfrontError(
      'bad-risks',
      `points and marks: each needs one number for each of ${groups.length} groups; got ${wrong.join(', ')}`,
    );
  }
}

interface FrontPlane extends RiskPlane {
  /** Whether the front goes on beyond what is in sight. */
  readonly isCut: boolean;
}

/** Risks closer than this part of the worst risk count as equal: then there is no harm to show. */
const EQUAL = 1e-3;

function planeOf({ groups, loss, points }: ParetoFrontData, marks: readonly NamedMark[]): FrontPlane {
  const landmarkOf = ({ name, risks }: NamedMark) => {
    const style = modelStyles[name];
    const text = name === 'utopia' && !isReached(risks, points) ? 'Utopia, out of reach' : style.text;
    return { ...inPlane(risks), ...style, text, reach: reachOf(style) };
  };
  const equal = marks.find(({ name }) => name === 'equal-risk');
  const minimax = marks.find(({ name }) => name === 'minimax');
  const landmarks = marks.filter(({ name }) => name !== 'equal-risk').map(landmarkOf);
  const corner = landmarks.find(({ symbol }) => symbol === modelStyles.utopia.symbol);
  const whole = points
    .map(({ risks }) => inPlane(risks))
    .filter(isFinitePoint)
    .sort((one, other) => one.x - other.x || other.y - one.y);
  const front = nearTo(landmarks, whole);
  const plane: RiskPlane = { groups, loss, front, frontDots: true, landmarks, ...(corner ? { corner } : {}) };
  const inSight = equalInSight(plane);
  const isCut = front.length < whole.length;
  const hasHarm =
    equal !== undefined &&
    minimax !== undefined &&
    inSight.length > 0 &&
    minimax.risks.some(
      (risk, group) => Math.abs(risk - equal.risks[group]!) > EQUAL * Math.max(...minimax.risks),
    );
  if (!hasHarm) return { ...plane, inSight, isCut };
  return {
    ...plane,
    isCut,
    inSight,
    landmarks: [landmarkOf(equal), ...landmarks],
    harm: [inPlane(minimax.risks), inPlane(equal.risks)],
    dominated: true,
  };
}

function planeBlock(data: ParetoFrontData, marks: readonly NamedMark[], width: number): Block {
  const axisLabel = (group: number, domain: readonly [number, number]): string => {
    const roomFor = (rest: string): number =>
      Math.min(width, PLANE.widest) - textWidth(`risk of ${rest}`) - 46;
    const whole = startsAt(` (${lossWords[data.loss]})`, domain);
    const rest = roomFor(whole) < LEAST_NAME ? startsAt('', domain) : whole;
    return `risk of ${fitGroupName(data.groups[group]!, roomFor(rest) - 10)}${rest.startsWith(' ') ? '' : ', '}${rest}`;
  };
  const height = Math.max(PLANE.least, Math.min(PLANE.most, Math.round(PLANE.share * width)));
  const plane = planeOf(data, marks);
  const namesLines = !isNarrow(width);
  const plot = plotBlock({
    width: Math.min(width, PLANE.widest),
    height,
    ...riskPlane({ ...plane, axisLabel, namesLines, width: Math.min(width, PLANE.widest) }),
  });
  if (namesLines) return plot;
  const entries = [
    lineEntry('Pareto front', ink.fill, lineWidth),
    ...(showsEqualRisks(plane) ? [lineEntry('equal-risk line', quiet.fill, 1, '5,4')] : []),
    ...(plane.harm ? [areaEntry('unnecessary harm', harmShade)] : []),
  ];
  return below([legendBlock(entries, width), plot]);
}

/**
 * An axis ends at most this many ranges of the models by name above them: risks near the corners would press
 * all else together.
 */
const ABOVE_THE_MODELS = 4;

/** The points within sight of the models by name; all of them where few are. */
function nearTo(landmarks: readonly DataPoint[], front: readonly DataPoint[]): readonly DataPoint[] {
  const limit = (side: 'x' | 'y'): number => {
    const own = landmarks.map((mark) => mark[side]);
    const [least, most] = [Math.min(...own), Math.max(...own)];
    return most > least ? most + ABOVE_THE_MODELS * (most - least) : Number.POSITIVE_INFINITY;
  };
  const [right, above] = [limit('x'), limit('y')];
  const near = front.filter(({ x, y }) => x <= right && y <= above);
  return near.length > 1 ? near : front;
}

/** Risks this part above the least possible count as reached. */
const REACHED = 1e-3;

const isReached = (least: GroupVector, points: ParetoFrontData['points']): boolean =>
  points.some(({ risks }) => risks.every((risk, group) => risk <= least[group]! * (1 + REACHED)));

/** Where equal risks are out of sight one group is worse off on the whole front. */
function planeNote(plane: FrontPlane, part: ParetoFrontData['part']): string {
  const { isCut: goesOn, front, landmarks, groups } = plane;
  const start = `risks on the ${partWords[part]}: lower left is better; `;
  if (showsEqualRisks(plane)) {
    const shaded = plane.harm ? '; shaded: some group loses, none gains' : '';
    return `${start}the front is the best that was found${goesOn ? ', and goes on' : ''}${shaded}`;
  }
  const { x, y } = front[0] ?? landmarks[0] ?? { x: 0, y: 0 };
  const named = fitGroupName(groups[x > y ? 0 : 1]!, WIDEST_NAME);
  return `${start}${named} is always worse off${goesOn ? '; the front goes on' : ''}`;
}

/** In the note, in pixels. */
const WIDEST_NAME = 220;

/** How many times wider an axis may become for the line of equal risks to be seen. */
const MOST_WIDENING = 2.5;

/**
 * The nearest point of equal risks to the front's minimax point, unless the front would look small beside it.
 */
function equalInSight(plane: RiskPlane): DataPoint[] {
  const worst = Math.min(...plane.front.map(({ x, y }) => Math.max(x, y)));
  const inSight = [{ x: worst, y: worst }].filter(isFinitePoint);
  const [before, after] = [domainsOf(plane), domainsOf({ ...plane, inSight })];
  const widening = (side: 'x' | 'y'): number =>
    (after[side][1] - after[side][0]) / (before[side][1] - before[side][0]);
  return Math.max(widening('x'), widening('y')) <= MOST_WIDENING ? inSight : [];
}
