// Figure 3: searching random star sets. (a) Six examples with the path of APStar; (b) how many solves each
// strategy needs, by the area of the intersection it must hit, and how often it failed.

import { count, percent } from '@fairfront/core/internal';
import { composeFigure, headingHeight, outerMargin, type Panel } from '../marks/compose.js';
import { simplexDiagram, simplexHeight } from '../marks/simplex-diagram.js';
import type { ChartDocument, ChartElement } from '../marks/svg.js';
import { path } from '../marks/theme.js';
import type { Figure3Data, StarSetExample } from './data.js';
import { failuresPlot, solvesPlot } from './solves-by-area.js';

const DIAGRAM_WIDTH = 176;
const DIAGRAM_HEIGHT = simplexHeight(DIAGRAM_WIDTH, false);
const DIAGRAM_GAP = 18;
const CAPTION_HEIGHT = 22;
const COLUMNS = 3;
const EXAMPLES_WIDTH = COLUMNS * DIAGRAM_WIDTH + (COLUMNS - 1) * DIAGRAM_GAP;
const GAP = 40;
const SOLVES_WIDTH = 550;

/** Draws figure 3: solves needed on random star sets. */
export function drawFigure3<E extends ChartElement>(data: Figure3Data, document: ChartDocument<E>): E {
  const examples = data.examples.map(examplePanel);
  const rows = Math.max(2, Math.ceil(examples.length / COLUMNS));
  const examplesHeight = rows * (DIAGRAM_HEIGHT + CAPTION_HEIGHT) + (rows - 1) * DIAGRAM_GAP;
  const failures = failuresPlot(data, SOLVES_WIDTH);
  const solvesX = outerMargin + EXAMPLES_WIDTH + GAP;
  const solvesHeight = examplesHeight - failures.height;
  return composeFigure(document, {
    name: 'figure-3',
    title: 'Searching random star-shaped sets: solves needed by the area of their intersection',
    width: 2 * outerMargin + EXAMPLES_WIDTH + GAP + SOLVES_WIDTH,
    height: 2 * outerMargin + headingHeight + examplesHeight,
    panels: [
      {
        x: outerMargin,
        y: outerMargin,
        heading: {
          letter: 'a',
          title: 'Paths of APStar into the intersection of three star sets',
          note: [
            { label: 'start', colour: path.start },
            { label: 'path', colour: path.trajectory },
          ],
        },
      },
      ...examples,
      {
        x: solvesX,
        y: outerMargin,
        heading: {
          letter: 'b',
          title: `Solves needed on ${data.sets.toLocaleString('en-GB')} random star sets`,
          note: 'line: median · whisker: up to the 90th percentile · △ beyond the limit',
        },
        plot: solvesPlot(data, SOLVES_WIDTH, solvesHeight),
      },
      { x: solvesX, y: outerMargin + headingHeight + solvesHeight, plot: failures },
    ],
  });
}

function examplePanel({ regions, trajectory, solves, area }: StarSetExample, i: number): Panel {
  const x = outerMargin + (i % COLUMNS) * (DIAGRAM_WIDTH + DIAGRAM_GAP);
  const row = Math.floor(i / COLUMNS);
  const y = outerMargin + headingHeight + row * (DIAGRAM_HEIGHT + CAPTION_HEIGHT + DIAGRAM_GAP);
  const plot = simplexDiagram({
    width: DIAGRAM_WIDTH,
    regions,
    trajectory: {
      mus: trajectory,
      line: path.trajectory.ink,
      dot: (share) => (share === 0 ? path.start.fill : path.trajectory.fill),
      radius: 2.5,
    },
  });
  return { x, y, plot, caption: `${count(solves, 'solve')} · area ${percent(area)}` };
}
