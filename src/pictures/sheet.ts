import type { Palette } from './palette';
import { createRandom, xmur3, type SeededRandom } from './random';

/** A gradient stop: offset 0 to 1, colour, opacity 0 to 1 (default 1). */
type Stop = readonly [offset: number, color: string, opacity?: number];

/**
 * The paper a motif is drawn on. Its shorter side is always 600 units, so brushes keep their weight at every size;
 * `gradient` paints register themselves and come back as `url(#...)`.
 */
export interface Sheet {
  readonly width: number;
  readonly height: number;
  readonly random: SeededRandom;
  readonly palette: Palette;
  /** A new id, unique in this document and unlikely to meet one of another picture on the same page. */
  newId(): string;
  /** Adds markup (clip path, pattern, symbol) to the definitions. */
  define(markup: string): void;
  /** Paint running top to bottom of the painted shape. */
  down(...stops: Stop[]): string;
  /** Paint running left to right of the painted shape. */
  across(...stops: Stop[]): string;
  /** Paint running outward from the middle of the painted shape. */
  radial(...stops: Stop[]): string;
  /** The same from a point given as shares of the shape's box. */
  radialFrom(x: number, y: number, ...stops: Stop[]): string;
  /** Clips markup to the shape of the given path data. */
  clipped(data: string, markup: string): string;
  /** The finished document around the drawn markup, sized in pixels; of a part the window on it alone, in hundredths of each side. */
  finish(markup: string, pixelWidth: number, pixelHeight: number, part?: { x: number; y: number; share: number }): string;
}

const shortSide = 600;

/** What a sheet is made from; sizes in pixels. */
export interface SheetRequest {
  motif: string;
  seed: string;
  width: number;
  height: number;
  palette: Palette;
}

function formatStop([offset, color, opacity = 1]: Stop): string {
  const see = opacity < 1 ? ` stop-opacity="${Math.round(opacity * 100) / 100}"` : '';
  return `<stop offset="${Math.round(offset * 100) / 100}" stop-color="${color}"${see}/>`;
}

/** Lays out an empty sheet for a request; the same request gives the same sheet and the same random stream. */
export function createSheet({ motif, seed, width, height, palette }: SheetRequest): Sheet {
  const unit = shortSide / Math.min(width, height);
  // Always five characters: a counter can then follow without any two ids meeting.
  const prefix = `p${xmur3([motif, seed, width, height, ...Object.values<string>({ ...palette })].join('|'))
    .toString(36)
    .padStart(4, '0')
    .slice(-4)}`;
  const definitions: string[] = [];
  const known = new Map<string, string>();
  let count = 0;
  const newId = () => `${prefix}${(count += 1)}`;
  const gradient = (tag: string, place: string, stops: readonly Stop[]) => {
    const key = `${tag}${place}>${stops.map(formatStop).join('')}`;
    const id = known.get(key) ?? newId();
    if (!known.has(key)) definitions.push(`<${tag} id="${id}"${key.slice(tag.length)}</${tag}>`);
    known.set(key, id);
    return `url(#${id})`;
  };
  return {
    width: Math.round(width * unit),
    height: Math.round(height * unit),
    random: createRandom(`${motif}:${seed}`),
    palette,
    newId,
    define: (markup) => void definitions.push(markup),
    down: (...stops) => gradient('linearGradient', ' x2="0" y2="1"', stops),
    across: (...stops) => gradient('linearGradient', '', stops),
    radial: (...stops) => gradient('radialGradient', ' cx="0.5" cy="0.5"', stops),
    radialFrom: (x, y, ...stops) => gradient('radialGradient', ` cx="${x}" cy="${y}"`, stops),
    clipped: (data, markup) => {
      const id = newId();
      definitions.push(`<clipPath id="${id}"><path d="${data}"/></clipPath>`);
      return `<g clip-path="url(#${id})">${markup}</g>`;
    },
    finish: (markup, pixelWidth, pixelHeight, { x, y, share } = { x: 0, y: 0, share: 100 }) =>
      `<svg xmlns="http://www.w3.org/2000/svg" width="${pixelWidth}" height="${pixelHeight}" ` +
      `viewBox="${[width * x, height * y, width * share, height * share].map((side) => Math.round((side * unit) / 100)).join(' ')}" preserveAspectRatio="xMidYMid slice" stroke-linecap="round">` +
      `<defs>${definitions.join('')}</defs>${markup}</svg>`,
  };
}
