// Figures as files: SVG, PNG of twice the size, CSV.

import type { FigureTable } from '@fairfront/charts';

/** Pixels of a PNG for each pixel of the figure. */
const SHARPNESS = 2;

/** Hands a file to whoever reads. */
export function saveFile({ name, content }: { readonly name: string; readonly content: Blob }): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000); // not before the browser has read it
}

/** The picture of an SVG on white, for programs that know no SVG. */
export async function pngOf(svg: string): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = SHARPNESS * image.naturalWidth;
  canvas.height = SHARPNESS * image.naturalHeight;
  const context = canvas.getContext('2d')!;
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob === null ? reject(new Error('the browser made no PNG')) : resolve(blob))),
  );
}

/** The numbers of a figure as CSV. What a spreadsheet would take for a formula is text. */
export function csvOf({ columns, rows }: FigureTable): string {
  const cell = (value: string | number | null): string => {
    if (typeof value !== 'string') return value === null ? '' : String(value);
    const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return [columns, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

/** A name for a file: what the figure says, in letters and hyphens. */
export function fileName(title: string, ending: string): string {
  const words = title
    .toLowerCase()
    .replaceAll(/[^\p{Letter}\p{Number}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
  return `${words.slice(0, 60) || 'figure'}.${ending}`;
}
