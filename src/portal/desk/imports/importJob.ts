import { asObject, asObjects, asString, type Json, type JsonObject } from '../../../model/json';
import type { Scalar } from '../../../model/definitions.g';
import type { TextKey } from '../../../model/textKeys.g';

/** What an import is at. */
export type ImportState = 'reading' | 'refused' | 'ready' | 'checking' | 'running' | 'done' | 'lost';

/** What each state is called. */
export const stateWords: Readonly<Record<ImportState, TextKey>> = {
  reading: 'importStateReading',
  refused: 'importStateRefused',
  ready: 'importStateReady',
  checking: 'importStateChecking',
  running: 'importStateRunning',
  done: 'importStateDone',
  lost: 'importStateLost',
};

/** A field that a column can fill. */
export interface ImportField {
  place: string;
  label: string;
  required: boolean;
  options: { value: Scalar; label: string }[];
}

/** What fills the fields, by their places. */
export type FilledBy = Readonly<Record<string, { column: string } | { const: Scalar }>>;

/** What became of the rows. */
export interface ImportResult {
  dry: boolean;
  total: number;
  imported: number;
  updated: number;
  kept: number;
  failed: number;
  stopped: boolean;
  rolledBack: boolean;
}

/** An import as the server tells it; a list tells less. */
export interface ImportJob {
  id: string;
  file: string;
  by: string;
  at: string;
  state: ImportState;
  words: string;
  columns: string[];
  sample: string[][];
  fields: ImportField[];
  map: FilledBy;
  /** How rows are to be stored, once that was said. */
  manner?: { bad: string; existing: string; state: string };
  progress: { rows: number; failed: number; share: number };
  result?: ImportResult;
  faults: { row: number; column: string; field: string; words: string }[];
  mayPublish: boolean;
}

const texts = (value: Json | undefined): string[] => (Array.isArray(value) ? value.map(String) : []);
const number = (value: Json | undefined): number => Number(value ?? 0);

/** Reads an import from the item or row of a reply; undefined where there is none. */
export function readJob(item: JsonObject | undefined): ImportJob | undefined {
  const told = asObject(item?.['deskImport']);
  const state = Object.keys(stateWords).find((name): name is ImportState => name === told['state']);
  if (!item || state === undefined) return undefined;
  const { progress, result } = told;
  const far = asObject(progress);
  return {
    id: asString(item['id']),
    file: asString(told['file']),
    by: asString(told['by']),
    at: asString(told['at']),
    state,
    words: asString(told['words']),
    columns: texts(told['columns']),
    sample: Array.isArray(told['sample']) ? told['sample'].map(texts) : [],
    fields: asObjects(told['fields']).map((field) => ({
      place: asString(field['place']),
      label: asString(field['label']),
      required: field['required'] === true,
      options: asObjects(field['options']).map(({ value, label }) => ({ value: value as Scalar, label: asString(label) })),
    })),
    map: asObject(told['map']) as FilledBy,
    ...readManner(asObject(told['plan'])),
    progress: { rows: number(far['rows']), failed: number(far['failed']), share: number(far['share']) },
    ...(result ? { result: readResult(asObject(result)) } : {}),
    faults: asObjects(told['faults']).map((fault) => ({
      row: number(fault['row']),
      column: asString(fault['column']),
      field: asString(fault['field']),
      words: asString(fault['words']),
    })),
    mayPublish: told['mayPublish'] === true,
  };
}

const readManner = ({ allOrNothing, existing, state }: JsonObject): Pick<ImportJob, 'manner'> =>
  existing === undefined
    ? {}
    : { manner: { bad: allOrNothing === true ? 'nothing' : 'skip', existing: asString(existing), state: asString(state) } };

const readResult = (result: JsonObject): ImportResult => ({
  dry: result['dry'] === true,
  total: number(result['total']),
  imported: number(result['imported']),
  updated: number(result['updated']),
  kept: number(result['kept']),
  failed: number(result['failed']),
  stopped: result['stopped'] === true,
  rolledBack: result['rolledBack'] === true,
});

/** Whether somebody is at it, so that it changes by itself. */
export const isUnderWay = ({ state }: Pick<ImportJob, 'state'>): boolean =>
  state === 'reading' || state === 'checking' || state === 'running';

/** What was chosen: of columns the fields that they fill, and of fields the value that all rows have where no column fills them. */
export interface Choice {
  columns: Readonly<Record<string, string>>;
  fixed: Readonly<Record<string, Scalar>>;
}

/** Returns what fills the fields as choices. */
export function toChoice(map: FilledBy): Choice {
  const entries = Object.entries(map);
  return {
    columns: Object.fromEntries(entries.flatMap(([place, by]) => ('column' in by ? [[by.column, place]] : []))),
    fixed: Object.fromEntries(entries.flatMap(([place, by]) => ('const' in by ? [[place, by.const]] : []))),
  };
}

/** Returns what fills the fields by what was chosen, in the order of their places. */
export function toMap({ columns, fixed }: Choice): FilledBy {
  const map: FilledBy = {
    ...Object.fromEntries(Object.entries(fixed).map(([place, value]) => [place, { const: value }])),
    ...Object.fromEntries(Object.entries(columns).map(([column, place]) => [place, { column }])),
  };
  return Object.fromEntries(Object.entries(map).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Returns a record without a name, or with another value under it. */
export function set<T>(record: Readonly<Record<string, T>>, name: string, value: T | undefined): Readonly<Record<string, T>> {
  const { [name]: _before, ...others } = record;
  return value === undefined ? others : { ...others, [name]: value };
}
