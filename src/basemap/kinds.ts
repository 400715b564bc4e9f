/** What the embedded map draws: areas and lines by kind, the lower first. */
export const shapeKinds = [
  'land',
  'farlake',
  'farriver',
  'urban',
  'green',
  'water',
  'island',
  'lane',
  'street',
  'road',
  'highway',
  'expressway',
  'railway',
] as const;
/** The kind of an area or a line; `far` ones are drawn from afar, for they are not exact. */
export type ShapeKind = (typeof shapeKinds)[number];

/** What can have a name on the map. */
export const nameKinds = [
  'province',
  'capital',
  'city',
  'town',
  'sea',
  'island',
  'river',
  'lake',
  'peak',
  'home',
  'district',
  'county',
  'village',
  'station',
  'place',
  'area',
  'stream',
  'way',
] as const;
/** The kind of a name, which decides on its look and the zooms at which it is there. */
export type NameKind = (typeof nameKinds)[number];

/** An area or a line in the unit square of Web Mercator: x and y by turns. */
export interface Shape {
  kind: ShapeKind;
  points: Float64Array;
  closed: boolean;
  /** Its rectangle: left, top, right, bottom. */
  box: readonly [number, number, number, number];
}

/** A name at a point, or along a line. */
export interface Name {
  kind: NameKind;
  text: string;
  x: number;
  y: number;
  along?: Shape;
}

/** Everything that is drawn. */
export interface Basemap {
  shapes: Shape[];
  names: Name[];
  /** Degrees: west, south, east, north. */
  bounds: readonly [number, number, number, number];
}
