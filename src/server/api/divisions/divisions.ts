import { createHash } from 'node:crypto';
import type { FilterChoice } from '../../../model/payload';
import { createTree, writePath, type ChoiceTree } from '../../../runtime/choiceTree';
import list from './divisions.txt?raw';

/** What stands for the city of counties that have none: those directly below a province (90) or a municipality (02). */
const noCity = /^(?:\d\d90|(?:11|12|31|50)02)00$/;

/** Returns the code of what a division lies in (GB/T 2260: two digits each for province, city and county). */
function findAbove(code: string): string {
  return code.endsWith('00') ? `${code.slice(0, 2)}0000` : `${code.slice(0, 4)}00`;
}

function readDivisions(): ChoiceTree {
  const nodes = new Map<string, FilterChoice>();
  const top: FilterChoice[] = [];
  // A province comes before its cities, a city before its counties.
  for (const line of list.split('\n')) {
    const [value = '', label = ''] = line.trim().split(' ');
    if (value === '') continue;
    const node: FilterChoice = { value, label };
    nodes.set(value, node);
    if (value.endsWith('0000')) top.push(node);
    else {
      const above = nodes.get(findAbove(value));
      if (above) (above.children ??= []).push(node);
    }
  }
  return createTree(top);
}

let read: ChoiceTree | undefined;
const getDivisions = (): ChoiceTree => (read ??= readDivisions());

/**
 * The provinces, cities and counties of China. Codes and names are those of @vant/area-data 2.1.0 (MIT, see LICENSE beside this file), one a
 * line; the package itself is for browsers, which get one level at a time instead.
 */
export const divisions: ChoiceTree = {
  below: (code) => getDivisions().below(code),
  pathTo: (code) => getDivisions().pathTo(code),
};

/** Returns a division with what it lies in, in words, from the province down. Undefined for a code that is none. */
export function writeDivision(code: string): string | undefined {
  const told: ChoiceTree = {
    pathTo: divisions.pathTo,
    below: (above) => divisions.below(above)?.map(({ value, label }) => ({ value, label: noCity.test(value) ? '' : label })),
  };
  return writePath(told, code);
}

/** Where the choices of one level lie: all provinces, or those below a code. */
export const divisionsPath = '/portal/divisions/:code.json';

/** What is answered of one level. */
export interface DivisionLevel {
  body: string;
  /** Changes when the level does, and only then. */
  tag: string;
}

/** Returns the level below a code, `all` for the provinces; undefined where there is none. */
export function answerLevel(code: string): DivisionLevel | undefined {
  if (code !== 'all' && divisions.pathTo(code) === undefined) return undefined;
  const below = divisions.below(code === 'all' ? undefined : code) ?? [];
  const body = JSON.stringify(below.map(({ value, label }) => ({ value, label })));
  return { body, tag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` };
}
