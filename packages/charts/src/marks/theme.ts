// How every figure looks: colours, type, sizes. Colours are those of Okabe & Ito, which people who are colour-blind tell
// apart, darkened where white would swallow them; nothing is said by colour alone. A group keeps its colour over all
// figures. Every colour is a CSS variable with the light colour as its fallback: a page turns dark without drawing anew.

export interface Colour {
  /** For lines, dots and areas: 3 to 1 against the background. */
  readonly fill: string;
  /** The same hue for text: 4.5 to 1. */
  readonly ink: string;
}

const palette = new Map<string, { readonly light: string; readonly dark: string }>();

function named(name: string, light: string, dark: string): string {
  palette.set(`--ff-${name}`, { light, dark });
  return `var(--ff-${name}, ${light})`;
}

const colour = (
  name: string,
  [fill, darkFill]: readonly [string, string],
  [text, darkText]: readonly [string, string],
): Colour => ({ fill: named(name, fill, darkFill), ink: named(`${name}-ink`, text, darkText) });

const VARIABLE = /var\(--ff-[a-z0-9-]+, (#[0-9A-Fa-f]{6})\)/g;

/** The text with every variable replaced by its light colour: what a file by itself needs. */
export const withoutVariables = (text: string): string => text.replace(VARIABLE, '$1');

const orange = colour('orange', ['#BF8000', '#E69F00'], ['#815900', '#F2BC4B']);
const violet = colour('violet', ['#6F4C9B', '#A98BD8'], ['#553A7A', '#C4ADEA']);
const green = colour('green', ['#009E73', '#1DB88A'], ['#00684C', '#5FD9B3']);
const sky = colour('sky', ['#2B93D1', '#7CC8F5'], ['#17658F', '#9AD4F8']);
const red = colour('red', ['#D55E00', '#EE7A2B'], ['#9C4400', '#F7A673']);
const blue = colour('blue', ['#0072B2', '#3D8FD1'], ['#00568A', '#8CC2F0']);

const groupColours: readonly Colour[] = [orange, violet, green, sky, red, blue];

/** From the seventh group on colours come again: labels, not colours, tell groups apart. */
export const groupColour = (group: number): Colour => groupColours[group % groupColours.length]!;

const inkColour = named('ink', '#1F2933', '#E4E9EE');
export const ink: Colour = { fill: inkColour, ink: inkColour };
export const quiet = colour('quiet', ['#7D8790', '#7D8894'], ['#56606A', '#A3AEB9']);
export const background = named('background', '#FFFFFF', '#14181D');

/** Behind marks and text: what harms and helps nobody; better than it says; bars; the row of minimax; the simplex. */
export const harmShade = named('harm', '#F6E2D8', '#38271D');
export const betterShade = named('better', '#E3EEF6', '#1B2C3A');
export const plainShade = named('plain', '#FAFAFA', '#1A1F25');
export const minimaxShade = named('minimax-row', '#E6F5F1', '#16302A');
/** Bars that only hold others, which carry the message. */
export const paleBar = named('bar', '#C5CCD3', '#46505A');
export const minimaxBar = named('minimax-bar', '#A6DDCD', '#1F5C4A');

/** The points of Figure 1, in the paper's colours. */
export const points = { utopia: red, naive: blue, balanced: sky, minimax: green, equalRisk: ink } as const;
/** The paths of Figure 3, in the paper's colours. */
export const path = { start: blue, trajectory: red } as const;
export const errors = { risks: red, mu: blue } as const;
/** Joint and plug-in estimation, in Figure 8. */
export const ways = { joint: blue, 'plug-in': red } as const;
/** Filled behind an outline in ink. */
export const optimumFill = named('optimum', '#F0E442', '#A89E1C');

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

/** From pale to dark, or on a dark page from dark to bright: the more, the stronger. */
const SHADES = 13;
const shades = Array.from({ length: SHADES }, (_, i) =>
  named(
    `shade-${i}`,
    mixColours('#FDF3E1', '#9A3D00', i / (SHADES - 1)),
    mixColours('#2A2320', '#FFA45C', i / (SHADES - 1)),
  ),
);

/** The shade of a share between 0, which alone is the palest, and 1. */
export const shadeOf = (share: number): string =>
  shades[Math.ceil((SHADES - 1) * Math.max(0, Math.min(share, 1)))]!;

/** The colours of a dark page as CSS declarations, for whoever writes its style sheet. */
export const darkStyle = [...palette].map(([name, { dark }]) => `${name}: ${dark};`).join(' ');

/** Every colour by the name of its variable. */
export const colours: ReadonlyMap<string, { readonly light: string; readonly dark: string }> = palette;

/** Between two colours, in light; 0 is the first, 1 the second. */
export function mixColours(from: string, to: string, share: number): string {
  const [first, second] = [from, to].map(withoutVariables) as [string, string];
  const channels = [1, 3, 5].map((at) => {
    const [one, other] = [first, second].map((hex) => Number.parseInt(hex.slice(at, at + 2), 16)) as [
      number,
      number,
    ];
    return Math.round(one + (other - one) * share)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${channels.join('')}`;
}
