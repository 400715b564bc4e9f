import type { NameKind, ShapeKind } from './kinds';

/** The colours of the map, by the names of their custom properties without `--map-`. */
export type Ink =
  | 'beyond'
  | 'water'
  | 'land'
  | 'shore'
  | 'urban'
  | 'green'
  | 'lane'
  | 'street'
  | 'street-edge'
  | 'road'
  | 'road-edge'
  | 'highway'
  | 'highway-edge'
  | 'rail'
  | 'rail-gap'
  | 'name'
  | 'name-quiet'
  | 'name-water'
  | 'name-green'
  | 'halo';

/** How a kind of shape is drawn: widths in pixels by zoom, as steps between which lie straight lines. */
export interface ShapeLook {
  from: number;
  to?: number;
  fill?: Ink;
  line?: Ink;
  width?: Steps;
  edge?: Ink;
  edgeWidth?: number;
  dash?: readonly number[];
  smooth?: boolean;
}
/** Zooms and the values there, ascending. */
export type Steps = readonly (readonly [zoom: number, value: number])[];

/** Rivers and lakes of the whole country are only good to a kilometre or two: from near they are not there. */
export const shapeLooks: Readonly<Record<ShapeKind, ShapeLook>> = {
  land: {
    from: 0,
    fill: 'land',
    line: 'shore',
    width: [
      [4, 0.6],
      [10, 1],
    ],
  },
  farlake: { from: 4, to: 11, fill: 'water', smooth: true },
  farriver: {
    from: 4,
    to: 11,
    line: 'water',
    width: [
      [4, 0.8],
      [7, 1.8],
      [11, 5],
    ],
    smooth: true,
  },
  urban: { from: 8, fill: 'urban' },
  green: { from: 9, fill: 'green' },
  water: {
    from: 8,
    fill: 'water',
    line: 'water',
    width: [
      [8, 1],
      [11, 0.5],
    ],
  },
  island: { from: 11, fill: 'green' },
  lane: {
    from: 14.5,
    line: 'lane',
    width: [
      [15, 1.5],
      [18, 8],
    ],
  },
  street: {
    from: 12.5,
    line: 'street',
    width: [
      [13, 1.5],
      [15, 4.5],
      [18, 14],
    ],
    edge: 'street-edge',
    edgeWidth: 1,
  },
  road: {
    from: 10.5,
    line: 'road',
    width: [
      [11, 1.2],
      [13, 3],
      [15, 7.5],
      [18, 20],
    ],
    edge: 'road-edge',
    edgeWidth: 1,
  },
  highway: {
    from: 9,
    line: 'highway',
    width: [
      [9, 1],
      [11, 2.4],
      [13, 4.5],
      [15, 10],
      [18, 26],
    ],
    edge: 'highway-edge',
    edgeWidth: 1,
  },
  expressway: {
    from: 7.5,
    line: 'highway',
    width: [
      [8, 1],
      [11, 3],
      [13, 5.5],
      [15, 11],
      [18, 28],
    ],
    edge: 'highway-edge',
    edgeWidth: 1,
  },
  railway: {
    from: 9,
    line: 'rail',
    width: [
      [9, 1],
      [13, 2.6],
      [18, 5],
    ],
    dash: [9, 9],
  },
};

/** How a kind of name is written. `rank`: of two names in one place the lower stays. */
export interface NameLook {
  from: number;
  to: number;
  rank: number;
  size: Steps;
  ink: Ink;
  bold?: boolean;
  spaced?: number;
  dot?: boolean;
  italic?: boolean;
}

const text = (size: number): Steps => [[0, size]];

/** Which names are there from which zoom on. */
export const nameLooks: Readonly<Record<NameKind, NameLook>> = {
  home: {
    from: 8,
    to: 13,
    rank: 0,
    size: [
      [8, 15],
      [12, 20],
    ],
    ink: 'name',
    bold: true,
    spaced: 3,
  },
  capital: {
    from: 4,
    to: 12,
    rank: 1,
    size: [
      [5, 13],
      [9, 16],
    ],
    ink: 'name',
    bold: true,
    dot: true,
  },
  province: {
    from: 4,
    to: 7.5,
    rank: 2,
    size: [
      [4, 12],
      [7, 16],
    ],
    ink: 'name-quiet',
    spaced: 6,
  },
  sea: {
    from: 4,
    to: 10,
    rank: 2,
    size: [
      [4, 13],
      [8, 17],
    ],
    ink: 'name-water',
    spaced: 8,
    italic: true,
  },
  city: {
    from: 6,
    to: 12,
    rank: 3,
    size: [
      [6, 12],
      [9, 15],
    ],
    ink: 'name',
    dot: true,
  },
  island: { from: 4, to: 12, rank: 4, size: text(12), ink: 'name-water' },
  county: {
    from: 9,
    to: 14,
    rank: 3,
    size: [
      [9, 13],
      [12, 16],
    ],
    ink: 'name',
    bold: true,
    spaced: 1,
  },
  district: {
    from: 10.5,
    to: 15,
    rank: 3,
    size: [
      [10, 13],
      [13, 17],
    ],
    ink: 'name-quiet',
    spaced: 5,
  },
  town: {
    from: 7,
    to: 12,
    rank: 5,
    size: [
      [7, 12],
      [10, 14],
    ],
    ink: 'name',
    dot: true,
  },
  station: { from: 12, to: 19, rank: 4, size: text(13), ink: 'name', dot: true },
  river: {
    from: 6,
    to: 11,
    rank: 6,
    size: [
      [6, 12],
      [10, 14],
    ],
    ink: 'name-water',
    italic: true,
    spaced: 3,
  },
  lake: { from: 7, to: 11.5, rank: 6, size: text(12), ink: 'name-water', italic: true },
  peak: { from: 5, to: 8.5, rank: 7, size: text(12), ink: 'name-green', spaced: 5 },
  stream: {
    from: 10.5,
    to: 19,
    rank: 5,
    size: [
      [11, 13],
      [15, 16],
    ],
    ink: 'name-water',
    italic: true,
    spaced: 6,
  },
  village: { from: 11.5, to: 16, rank: 6, size: text(13), ink: 'name-quiet' },
  area: { from: 12, to: 19, rank: 7, size: text(13), ink: 'name-green' },
  place: { from: 13, to: 19, rank: 7, size: text(12), ink: 'name-quiet' },
  way: {
    from: 13,
    to: 19,
    rank: 8,
    size: [
      [13, 11],
      [16, 13],
    ],
    ink: 'name-quiet',
    spaced: 4,
  },
};

/** The value of steps at a zoom. */
export function at(steps: Steps, zoom: number): number {
  const above = steps.findIndex(([step]) => step >= zoom);
  const [end] = [above < 0 ? steps.at(-1) : steps[above]];
  const start = steps[above - 1];
  if (!end) return 0;
  return !start || above < 0 ? end[1] : start[1] + ((zoom - start[0]) / (end[0] - start[0])) * (end[1] - start[1]);
}
