// Figure 2: APStar at work on three groups. (a), (d) The weights tried on the simplex, with the regions N_i
// that the search tries to enter all at once; (b) risks and (c) weights by solve; (e) their relative errors;
// (f) the worst risk.

import { number3 } from '@fairfront/core/internal';
import { composeFigure, headingHeight, outerMargin, type Panel } from '../marks/compose.js';
import { simplexDiagram, simplexHeight } from '../marks/simplex-diagram.js';
import type { ChartDocument, ChartElement } from '../marks/svg.js';
import { groupColour, ink, mixColours, quiet } from '../marks/theme.js';
import { lossWords } from '../marks/words.js';
import type { Figure2Data, SimplexSnapshot } from './data.js';
import {
  bandNote,
  type PanelPlace,
  panelAt,
  relativeErrorPanel,
  worstRiskPanel,
} from './lines-by-iteration.js';

const PANEL_WIDTH = 340;
const GAP = 26;
const DIAGRAM_HEIGHT = simplexHeight(PANEL_WIDTH, true);
const ROW_HEIGHT = headingHeight + DIAGRAM_HEIGHT;

/** Draws figure 2: APStar on three groups. */
export function drawFigure2<E extends ChartElement>(data: Figure2Data, document: ChartDocument<E>): E {
  const place = (letter: string, column: number, row: number): PanelPlace => ({
    letter,
    x: outerMargin + column * (PANEL_WIDTH + GAP),
    y: outerMargin + row * (ROW_HEIGHT + GAP),
    width: PANEL_WIDTH,
    height: DIAGRAM_HEIGHT,
  });
  return composeFigure(document, {
    name: 'figure-2',
    title: 'The search for the minimax weights of three groups',
    width: 2 * outerMargin + 3 * PANEL_WIDTH + 2 * GAP,
    height: 2 * outerMargin + 2 * ROW_HEIGHT + GAP,
    panels: [
      ...data.snapshots
        .slice(0, 2)
        .map((snapshot, row) => snapshotPanel(data, snapshot, place('ad'[row]!, 0, row))),
      risksPanel(data, place('b', 1, 0)),
      weightsPanel(data, place('c', 2, 0)),
      relativeErrorPanel(data, place('e', 1, 1)),
      worstRiskPanel(data, place('f', 2, 1)),
    ],
  });
}

function snapshotPanel(
  data: Figure2Data,
  snapshot: SimplexSnapshot,
  { x, y, width, letter }: PanelPlace,
): Panel {
  const { iteration, threshold, trajectory, regions } = snapshot;
  return {
    x,
    y,
    heading: {
      letter,
      title: `Weights tried up to solve ${iteration}`,
      note: `shaded: that corner’s group has a risk below ${number3(threshold)}`,
    },
    plot: simplexDiagram({
      width,
      regions,
      corners: data.groups,
      optimum: { mu: data.minimax.mu, label: 'optimum μ*' },
      trajectory: {
        mus: trajectory,
        line: ink.fill,
        dot: (share) => mixColours(quiet.fill, ink.fill, share),
        radius: 2.75,
        labels: ['solve 1', `solve ${iteration}`],
      },
    }),
  };
}

function risksPanel(data: Figure2Data, place: PanelPlace): Panel {
  const minimax = Math.max(...data.minimax.risks);
  return panelAt(
    place,
    { title: 'Risks of the groups', note: bandNote(data.runs) },
    {
      rows: data.iterations,
      yLabel: `risk (${lossWords[data.loss]})`,
      lines: data.groups.map((label, group) => ({
        label,
        colour: groupColour(group),
        of: (row) => row.risks[group]!,
      })),
      reference: { value: minimax, label: `minimax ${number3(minimax)}` },
    },
  );
}

function weightsPanel(data: Figure2Data, place: PanelPlace): Panel {
  return panelAt(
    place,
    { title: 'Weights of the groups', note: 'dashed: the optimum μ*, where the weights should arrive' },
    {
      rows: data.iterations,
      yLabel: 'weight μ',
      bounds: [0, 1],
      lines: data.groups.map((label, group) => ({
        label,
        colour: groupColour(group),
        of: (row) => row.mu[group]!,
        target: data.minimax.mu[group]!,
      })),
    },
  );
}
