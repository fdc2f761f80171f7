// What must hold for every sheet, however extreme its data: a well-formed file, no number that is none, no text on another, nothing outside.

import { type Figure, findTextFaults, findXmlFault, placedPoints } from './parse-figure.js';

export function sheetFaults(figure: Figure): string[] {
  const [width, height] = ['width', 'height'].map((name) => Number(figure.root.getAttribute(name))) as [
    number,
    number,
  ];
  const xml = findXmlFault(figure.text);
  const none = /NaN|undefined|Infinity|null|⚠/.exec(figure.text);
  const outside = placedPoints(figure.root).filter(
    ({ x, y }) => !(x >= 0 && x <= width && y >= 0 && y <= height),
  );
  return [
    ...(xml === undefined ? [] : [xml]),
    ...(none === null ? [] : [`no number: ${none[0]}`]),
    ...outside.map(({ what }) => `outside: ${what}`),
    ...findTextFaults(figure.root),
  ];
}

/** From the narrowest screen to a wide one. */
export const WIDTHS = [280, 358, 720, 1200] as const;

/** The faults of a figure at every width. */
export const faultsAt = <Data>(draw: (data: Data, width: number) => Figure, data: Data): string[] =>
  WIDTHS.flatMap((width) => {
    const figure = draw(data, width);
    const wrong = Number(figure.root.getAttribute('width')) === width ? [] : ['not as wide as was asked for'];
    return [...wrong, ...sheetFaults(figure)].map((fault) => `${width}: ${fault}`);
  });

/** How far a group of marks is moved down; half a pixel that sharpens lines does not count. */
const movedDown = (mark: Element): number => {
  const [, dy = '0'] =
    /translate\([^,]*,([^)]*)\)/.exec(mark.parentElement?.getAttribute('transform') ?? '') ?? [];
  return Math.trunc(2 * Number(dy)) / 2 === 0.5 ? 0 : Number(dy);
};

/** Where circles and symbols are, in the order they are drawn. */
export const marksOf = (figure: Figure, className: string): { x: number; y: number; r: number }[] => [
  ...figure.all(className, 'circle').map((circle) => {
    const [x, y, r] = ['cx', 'cy', 'r'].map((name) => Number(circle.getAttribute(name))) as [
      number,
      number,
      number,
    ];
    return { x, y: y + movedDown(circle), r };
  }),
  ...figure.all(className, 'path').map((path) => {
    const [x, y] = path
      .getAttribute('transform')!
      .match(/-?[\d.]+/g)!
      .map(Number) as [number, number];
    return { x, y: y + movedDown(path), r: 0 };
  }),
];

/** From x1 to x2, at y1. */
export const linesOf = (figure: Figure, className: string): { x1: number; x2: number; y1: number }[] =>
  figure.all(className, 'line').map((line) => {
    const [x1, x2, y1] = ['x1', 'x2', 'y1'].map((name) => Number(line.getAttribute(name))) as [
      number,
      number,
      number,
    ];
    return { x1, x2, y1 };
  });

export const textsOf = (figure: Figure, className: string): string[] =>
  figure.all(className, 'text').map((text) => text.textContent ?? '');

/** A mean name: long, with parts, and not XML. */
export const cruelName = (i: number): string =>
  `A name <of> people & "others" that goes on and on and does not end anywhere near · nor here, where it is just as long · ${i}`;
