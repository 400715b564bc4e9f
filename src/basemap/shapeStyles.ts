import type { ShapeKind } from './kinds';

/** The colours of the map, by the names of their custom properties without `--map-`. */
export const inks = [
  'beyond',
  'water',
  'land',
  'shore',
  'urban',
  'green',
  'lane',
  'street',
  'street-edge',
  'road',
  'road-edge',
  'highway',
  'highway-edge',
  'rail',
  'rail-gap',
  'name',
  'name-quiet',
  'name-water',
  'name-green',
  'halo',
] as const;
/** The name of a colour of the map. */
export type Ink = (typeof inks)[number];

/** How a kind of shape is drawn: widths in pixels by zoom, as steps between which lie straight lines. */
export interface ShapeStyle {
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

/** Returns steps by their zooms, which are whole numbers. */
export const createSteps = (values: Readonly<Record<number, number>>): Steps =>
  Object.entries(values).map(([zoom, value]) => [Number(zoom), value]);

/** Rivers and lakes of the whole country are only good to a kilometre or two: from near they are not there. */
export const shapeStyles: Readonly<Record<ShapeKind, ShapeStyle>> = {
  land: { from: 0, fill: 'land', line: 'shore', width: createSteps({ 4: 0.6, 10: 1 }) },
  farlake: { from: 4, to: 11, fill: 'water', smooth: true },
  farriver: { from: 4, to: 11, line: 'water', width: createSteps({ 4: 0.8, 7: 1.8, 11: 5 }), smooth: true },
  urban: { from: 8, fill: 'urban' },
  green: { from: 9, fill: 'green' },
  water: { from: 8, fill: 'water', line: 'water', width: createSteps({ 8: 1, 11: 0.5 }) },
  island: { from: 11, fill: 'green' },
  lane: { from: 14.5, line: 'lane', width: createSteps({ 15: 1.5, 18: 8 }) },
  street: { from: 12.5, line: 'street', width: createSteps({ 13: 1.5, 15: 4.5, 18: 14 }), edge: 'street-edge', edgeWidth: 1 },
  road: { from: 10.5, line: 'road', width: createSteps({ 11: 1.2, 13: 3, 15: 7.5, 18: 20 }), edge: 'road-edge', edgeWidth: 1 },
  highway: { from: 9, line: 'highway', width: createSteps({ 9: 1, 11: 2.4, 13: 4.5, 15: 10, 18: 26 }), edge: 'highway-edge', edgeWidth: 1 },
  expressway: {
    from: 7.5,
    line: 'highway',
    width: createSteps({ 8: 1, 11: 3, 13: 5.5, 15: 11, 18: 28 }),
    edge: 'highway-edge',
    edgeWidth: 1,
  },
  railway: { from: 9, line: 'rail', width: createSteps({ 9: 1, 13: 2.6, 18: 5 }), dash: [9, 9] },
};

/** Returns the value of steps at a zoom. */
export function interpolateSteps(steps: Steps, zoom: number): number {
  const above = steps.findIndex(([step]) => step >= zoom);
  const [end] = [above < 0 ? steps.at(-1) : steps[above]];
  const start = steps[above - 1];
  if (!end) return 0;
  return !start || above < 0 ? end[1] : start[1] + ((zoom - start[0]) / (end[0] - start[0])) * (end[1] - start[1]);
}
