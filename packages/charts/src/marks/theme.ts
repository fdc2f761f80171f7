// How every figure looks: colours, type, sizes. Colours are those of Okabe & Ito, which people who are
// colour-blind tell apart; nothing is said by colour alone. A group keeps its colour over all figures, and
// the colours of groups are not those of the points of Figure 1.

export interface Colour {
  /** For lines, dots and areas. */
  readonly fill: string;
  /** The same hue, dark enough for text on white. */
  readonly ink: string;
}

const orange: Colour = { fill: '#E69F00', ink: '#8A5F00' };
const violet: Colour = { fill: '#6F4C9B', ink: '#553A7A' };
const green: Colour = { fill: '#009E73', ink: '#00684C' };
const sky: Colour = { fill: '#56B4E9', ink: '#17658F' };
const red: Colour = { fill: '#D55E00', ink: '#A34700' };
const blue: Colour = { fill: '#0072B2', ink: '#00568A' };

const groupColours: readonly Colour[] = [orange, violet, green, sky, red, blue];

/** From the seventh group on colours come again: labels, not colours, tell groups apart. */
export const groupColour = (group: number): Colour => groupColours[group % groupColours.length]!;

export const ink: Colour = { fill: '#1F2933', ink: '#1F2933' };
export const quiet: Colour = { fill: '#8A949E', ink: '#59636E' };
export const background = '#FFFFFF';
/** Behind what harms and helps nobody. */
export const harmShade = '#F3DCD0';

/** The points of Figure 1, in the paper's colours. */
export const points = { utopia: red, naive: blue, balanced: sky, minimax: green, equalRisk: ink } as const;
/** The paths of Figure 3, in the paper's colours. */
export const path = { start: blue, trajectory: red } as const;
export const errors = { risks: red, mu: blue } as const;
/** Joint and plug-in estimation, in Figure 8. */
export const ways = { joint: blue, 'plug-in': red } as const;
/** Filled behind an outline in ink. */
export const optimumFill = '#F0E442';

export const strategyColours: Readonly<Record<string, Colour>> = {
  apstar: red,
  random: quiet,
  'multiplicative-weights': blue,
  'multiplicative-weights (fast)': sky,
  'cutting-plane': green,
};

export const fontFamily = 'system-ui, -apple-system, Segoe UI, Roboto, Helvetica, Arial, sans-serif';
/** In pixels. */
export const fontSize = { text: 11, title: 13 } as const;
export const lineWidth = 2;
export const regionOpacity = 0.25;
export const gridOpacity = 0.08;
export const bandOpacity = 0.18;

/** Between two colours #rrggbb; 0 is the first, 1 the second. */
export function mixColours(from: string, to: string, share: number): string {
  const channels = [1, 3, 5].map((at) => {
    const [one, other] = [from, to].map((colour) => Number.parseInt(colour.slice(at, at + 2), 16)) as [
      number,
      number,
    ];
    return Math.round(one + (other - one) * share)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${channels.join('')}`;
}
