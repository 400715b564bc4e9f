import { asObject } from '../model/json';
import { project, type Point } from './mercator';
import { shapeKinds, nameKinds, type Basemap, type Name, type NameKind, type Shape, type ShapeKind } from './kinds';

/** What kinds of a surroundings file's points and shapes are called on the map. */
const pointKinds: Readonly<Record<string, NameKind>> = {
  city: 'home',
  district: 'district',
  county: 'county',
  village: 'village',
  station: 'station',
  place: 'place',
};
const shapeNames: Partial<Record<ShapeKind, NameKind>> = {
  green: 'area',
  island: 'area',
  urban: 'area',
  water: 'stream',
  street: 'way',
  road: 'way',
  highway: 'way',
  expressway: 'way',
};

/**
 * Returns everything that is drawn: the country (schemas/maps/china.json) and, on it, an institution's surroundings (GeoJSON, RFC 7946).
 * What is not understood is passed over, as a map with a road less is better than none.
 */
export function readBasemap(country: unknown, surroundings: unknown): Basemap {
  const { bounds, unit, land, lakes, rivers, names } = asObject(country);
  const scale = typeof unit === 'number' ? unit : 0.001;
  const shapes: Shape[] = [
    ...readList(land).map((line) => unpackLine('land', line, scale, true)),
    ...readList(lakes).map((line) => unpackLine('farlake', line, scale, true)),
    ...readList(rivers).map((line) => unpackLine('farriver', line, scale, false)),
  ];
  const near = readList(asObject(surroundings)['features']).map(readFeature);
  const all = [...shapes, ...near.flatMap((feature) => feature.shapes)];
  return {
    shapes: all.sort((a, b) => shapeKinds.indexOf(a.kind) - shapeKinds.indexOf(b.kind)),
    names: [...near.flatMap((feature) => feature.names), ...readList(names).flatMap(readName)],
    bounds: readBounds(bounds),
  };
}

/** A line whose numbers are the differences from point to point, in units of degrees. */
function unpackLine(kind: ShapeKind, line: unknown, unit: number, closed: boolean): Shape {
  let [lng, lat] = [0, 0];
  const numbers = readList(line);
  const degrees = Array.from({ length: numbers.length >> 1 }, (_, index): [number, number] => {
    lng += Number(numbers[2 * index]) * unit;
    lat += Number(numbers[2 * index + 1]) * unit;
    return [lng, lat];
  });
  return createShape(kind, degrees, closed);
}

/** A ring that ends where it began does so by itself. */
function createShape(kind: ShapeKind, line: readonly (readonly [number, number])[], closed: boolean): Shape {
  const [first, last] = [line[0], line.at(-1)];
  const degrees = closed && line.length > 1 && first?.[0] === last?.[0] && first?.[1] === last?.[1] ? line.slice(0, -1) : line;
  const points = new Float64Array(degrees.length * 2);
  const box: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
  degrees.forEach(([lng, lat], index) => {
    const { x, y } = project({ lng, lat });
    points[2 * index] = x;
    points[2 * index + 1] = y;
    box[0] = Math.min(box[0], x);
    box[1] = Math.min(box[1], y);
    box[2] = Math.max(box[2], x);
    box[3] = Math.max(box[3], y);
  });
  return { kind, points, closed, box };
}

function readFeature(feature: unknown): { shapes: Shape[]; names: Name[] } {
  const { properties, geometry } = asObject(feature);
  const { kind, name } = asObject(properties);
  const { type, coordinates } = asObject(geometry);
  const text = typeof name === 'string' ? name : '';
  if (type === 'Point') {
    const at = readDegrees([coordinates])[0];
    const known = typeof kind === 'string' ? pointKinds[kind] : undefined;
    return { shapes: [], names: at && known && text !== '' ? [{ kind: known, text, ...project({ lng: at[0], lat: at[1] }) }] : [] };
  }
  const known = shapeKinds.find((each) => each === kind);
  if (known === undefined) return { shapes: [], names: [] };
  const shapes = readLines(type, coordinates)
    .map((line) => createShape(known, readDegrees(line), type === 'Polygon' || type === 'MultiPolygon'))
    .filter(({ points }) => points.length >= 4);
  return { shapes, names: text === '' ? [] : nameShape(known, text, shapes) };
}

/** The lines of a geometry; of polygons their outer rings. */
function readLines(type: unknown, coordinates: unknown): unknown[] {
  if (type === 'LineString') return [coordinates];
  if (type === 'MultiLineString') return readList(coordinates);
  if (type === 'Polygon') return readList(coordinates).slice(0, 1);
  return type === 'MultiPolygon' ? readList(coordinates).flatMap((polygon) => readList(polygon).slice(0, 1)) : [];
}

function nameShape(kind: ShapeKind, text: string, shapes: readonly Shape[]): Name[] {
  const known = shapeNames[kind];
  const [first] = shapes;
  if (known === undefined || !first) return [];
  const middleOf = ({ box: [left, top, right, bottom] }: Shape): Point => ({ x: (left + right) / 2, y: (top + bottom) / 2 });
  if (!first.closed) return shapes.map((shape) => ({ kind: known, text, ...middleOf(shape), along: shape }));
  const [width, height] = [first.box[2] - first.box[0], first.box[3] - first.box[1]];
  const isLong = width > 4 * height || height > 4 * width;
  // A river is an area whose two banks are its outline: its name follows one of them.
  return [{ kind: known, text, ...(isLong ? { x: 0, y: 0, along: findMiddleLine(first) } : middleOf(first)) }];
}

/** The line midway between the two banks of a long area whose outline goes down one bank and back the other. */
function findMiddleLine({ kind, points, box }: Shape): Shape {
  const half = Math.floor(points.length / 4);
  const line = new Float64Array(half * 2);
  for (let index = 0; index < half; index += 1) {
    const back = points.length / 2 - 1 - index;
    line[2 * index] = ((points[2 * index] ?? 0) + (points[2 * back] ?? 0)) / 2;
    line[2 * index + 1] = ((points[2 * index + 1] ?? 0) + (points[2 * back + 1] ?? 0)) / 2;
  }
  return { kind, points: line, closed: false, box };
}

function readName(entry: unknown): Name[] {
  const [kind, text, lng, lat] = readList(entry);
  const known = nameKinds.find((each) => each === kind);
  return known === undefined || typeof text !== 'string' ? [] : [{ kind: known, text, ...project({ lng: Number(lng), lat: Number(lat) }) }];
}

function readBounds(value: unknown): Basemap['bounds'] {
  const [west = -180, south = -85, east = 180, north = 85] = readList(value).map(Number);
  return [west, south, east, north];
}

const readDegrees = (line: unknown): [number, number][] =>
  readList(line).flatMap((point): [number, number][] => {
    const [lng, lat] = readList(point);
    return typeof lng === 'number' && typeof lat === 'number' && Math.abs(lat) < 85 ? [[lng, lat]] : [];
  });
const readList = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
