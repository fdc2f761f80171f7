// What is possible: the Pareto front of two groups in the plane of their risks, or of three by weights and by
// risks, with the models that were trained on it.

import { FairfrontError } from '@fairfront/core';
import { composeFigure, headingHeight, headingIndent, outerMargin, type Panel } from '../marks/compose.js';
import type { GroupVector } from '../marks/data.js';
import { type DataPoint, isFinitePoint } from '../marks/data-point.js';
import { modelStyles, reachOf } from '../marks/model-style.js';
import { domainsOf, inPlane, type RiskPlane, riskPlane, showsEqualRisks } from '../marks/risk-plane.js';
import type { ChartDocument, ChartElement } from '../marks/svg.js';
import { fontSize } from '../marks/theme.js';
import { fitGroupName, listed, partWords, textWidth } from '../marks/words.js';
import type { FrontMark, ParetoFrontData } from './data.js';
import { frontProfiles, isCut } from './front-profiles.js';
import { frontTriangle, triangleHeight } from './front-triangle.js';

const PLANE = { width: 640, height: 460 };
const TRIANGLE_WIDTH = 430;
const PROFILES = { width: 480, height: triangleHeight(TRIANGLE_WIDTH) };
const GAP = 28;
/** The room for a group's name in a heading. */
const NAME_WIDTH = 220;

/** Drawn in this order, so that the minimax model is on top. */
const ORDER: readonly FrontMark['name'][] = ['utopia', 'balanced', 'naive', 'minimax'];

/** Draws what is possible for two or three groups, and the models by name. */
export function drawParetoFront<E extends ChartElement>(
  data: ParetoFrontData,
  document: ChartDocument<E>,
): E {
  checkFront(data);
  const marks = ORDER.flatMap((name) => data.marks.filter((mark) => mark.name === name));
  const ordered = { ...data, marks: marks.filter(({ risks }) => risks.every(Number.isFinite)) };
  const two = data.groups.length === 2;
  const [width, height] = two
    ? [PLANE.width, PLANE.height]
    : [TRIANGLE_WIDTH + GAP + PROFILES.width, PROFILES.height];
  return composeFigure(document, {
    name: 'pareto-front',
    title: `What is possible for ${listed(data.groups)}: the Pareto front`,
    width: width + 2 * outerMargin,
    height: height + headingHeight + 2 * outerMargin,
    panels: two ? [planePanel(ordered)] : trianglePanels(ordered),
  });
}

function checkFront({ groups, points, marks }: ParetoFrontData): void {
  if (groups.length !== 2 && groups.length !== 3) {
    throw new FairfrontError(
      'bad-groups',
      `groups: a Pareto front is drawn for 2 or 3; got ${groups.length}; merge groups, or look at risks by group`,
    );
  }
  if (points.length === 0)
    throw new FairfrontError('bad-risks', 'points: a front needs at least one; got none');
  const vectors = [...points.flatMap(({ mu, risks }) => [mu, risks]), ...marks.map(({ risks }) => risks)];
  const wrong = vectors.find((vector) => vector.length !== groups.length || vector.some(Number.isNaN));
  if (wrong !== undefined) {
    throw new FairfrontError(
      'bad-risks',
      `points and marks: each needs one number for each of ${groups.length} groups; got ${wrong.join(', ')}`,
    );
  }
}

function planePanel(data: ParetoFrontData): Panel {
  const { groups, loss, part, points, marks } = data;
  const landmarks = marks.map(({ name, risks }) => {
    const style = modelStyles[name];
    const text = name === 'utopia' && !isReached(risks, points) ? 'Utopia, out of reach' : style.text;
    return { ...inPlane(risks), ...style, text, reach: reachOf(style) };
  });
  const corner = landmarks.find(({ symbol }) => symbol === modelStyles.utopia.symbol);
  const whole = points
    .map(({ risks }) => inPlane(risks))
    .filter(isFinitePoint)
    .sort((one, other) => one.x - other.x || other.y - one.y);
  const front = nearTo(landmarks, whole);
  const plane: RiskPlane = {
    groups,
    loss,
    front,
    frontDots: true,
    landmarks,
    ...(corner ? { corner } : {}),
  };
  const shown = { ...plane, inSight: equalInSight(plane) };
  const names = groups.map((name) => fitGroupName(name, NAME_WIDTH, fontSize.title));
  return {
    x: outerMargin,
    y: outerMargin,
    heading: {
      title: `What is possible for ${listed(names)}`,
      note: planeNote(shown, part, front.length < whole.length),
    },
    plot: { ...PLANE, ...riskPlane(shown) },
  };
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
function planeNote(plane: RiskPlane, part: ParetoFrontData['part'], isCut: boolean): string {
  const start = `risks on the ${partWords[part]}: lower left is better; `;
  const end = isCut ? '; the front goes on' : '';
  if (showsEqualRisks(plane))
    return `${start}the front is the best that was found${isCut ? ', and goes on' : ''}`;
  const { x, y } = plane.front[0] ?? plane.landmarks[0] ?? { x: 0, y: 0 };
  const named = `${start}${plane.groups[x > y ? 0 : 1]!} is always worse off${end}`;
  const fits = textWidth(named) <= PLANE.width - headingIndent;
  return fits
    ? named
    : `${start}the group on the ${x > y ? 'horizontal' : 'vertical'} axis is always worse off${end}`;
}

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

function trianglePanels(data: ParetoFrontData): Panel[] {
  const place = { x: outerMargin, y: outerMargin };
  const right = { ...place, x: outerMargin + TRIANGLE_WIDTH + GAP };
  return [
    {
      ...place,
      heading: {
        letter: 'a',
        title: 'How training may weigh the groups',
        note: 'in each corner one group has all the weight; darker is worse',
      },
    },
    ...frontTriangle(data, { ...place, y: outerMargin + headingHeight, width: TRIANGLE_WIDTH }),
    {
      ...right,
      heading: {
        letter: 'b',
        title: `What each group gets, on the ${partWords[data.part]}`,
        note: `lower is better; bars: what the front has for a group${isCut(data) ? ' (some go on above)' : ''}`,
      },
      plot: frontProfiles(data, PROFILES),
    },
  ];
}
