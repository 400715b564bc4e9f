import { type JSONPath, visit } from 'jsonc-parser';
import { isObject, type Json, type JsonObject } from '../../model/json';
import { ImportFault, listNames, quote, type Said } from './fault';
import type { Row } from './rows';

const noObject: Said = { text: 'importNotObject' };
const noList: Said = { text: 'importNoList' };
const longest = 256 * 1024 * 1024;

/**
 * Returns rows of a JSON file: the objects of the list that it is, or of the only list in the object that it is, such as the features of
 * GeoJSON. Entries that are no objects are bad rows.
 * @throws ImportFault when the file is no JSON, too long, or it is not clear which list is meant
 */
export async function* readJson(text: AsyncIterable<string>): AsyncGenerator<Row> {
  const whole = await readWhole(text);
  const { path, entries } = findList(parseWhole(whole));
  const lines = findLines(whole, path);
  for (const [index, entry] of entries.entries()) {
    const line = lines[index] ?? 1;
    yield isObject(entry)
      ? toRecordRow(line, entry, index + 1)
      : { line, row: index + 1, record: {}, error: `expected a JSON object, found ${quote(entry)}`, said: noObject };
  }
}

async function readWhole(text: AsyncIterable<string>): Promise<string> {
  let whole = '';
  for await (const piece of text) {
    whole += piece;
    if (whole.length > longest)
      throw new ImportFault(`the file is longer than ${longest} characters; write it as NDJSON, one object a line`, {
        text: 'importJsonLong',
      });
  }
  return whole;
}

function parseWhole(whole: string): Json {
  try {
    return JSON.parse(whole) as Json;
  } catch {
    const fault: { line?: number; column?: number } = {};
    visit(
      whole,
      {
        onError: (_code, _offset, _length, line, column) => {
          fault.line ??= line + 1;
          fault.column ??= column + 1;
        },
      },
      { disallowComments: true, allowTrailingComma: false },
    );
    const [first = ''] = whole.trimStart().split('\n', 1);
    const lined =
      first.trimEnd().endsWith('}') && first.length < whole.trim().length
        ? '; is it NDJSON, one object a line? Then give --format ndjson'
        : '';
    throw new ImportFault(`line ${fault.line ?? 1}, column ${fault.column ?? 1}: this is not JSON; nothing was read${lined}`, {
      text: 'importJson',
      values: { line: fault.line ?? 1, column: fault.column ?? 1 },
    });
  }
}

function findList(value: Json): { path: JSONPath; entries: Json[] } {
  if (Array.isArray(value)) return { path: [], entries: value };
  if (!isObject(value)) throw new ImportFault(`expected a list of objects, found ${quote(value)}`, noList);
  const lists = Object.entries(value).flatMap(([name, inner]) =>
    Array.isArray(inner) && inner.some(isObject) ? [{ path: [name], entries: inner }] : [],
  );
  const [only] = lists;
  if (!only) throw new ImportFault('expected a list of objects, or an object with one such list; found none', noList);
  if (lists.length > 1)
    throw new ImportFault(
      `expected one list of objects, found several: ${listNames(lists.map(({ path }) => path.join('/')))}; keep one of them`,
      noList,
    );
  return only;
}

/** Returns the line on which each entry of a list begins. */
function findLines(whole: string, path: JSONPath): number[] {
  const lines: number[] = [];
  const note = (at: JSONPath, line: number): boolean => {
    if (at.length !== path.length + 1 || path.some((name, place) => at[place] !== name)) return at.length <= path.length;
    lines[Number(at.at(-1))] = line + 1;
    return false;
  };
  visit(whole, {
    onObjectBegin: (_offset, _length, line, _column, at) => note(at(), line),
    onArrayBegin: (_offset, _length, line, _column, at) => note(at(), line),
    // The parser finds the end of what was passed over only when it has somebody to tell.
    onObjectEnd: () => undefined,
    onArrayEnd: () => undefined,
    onLiteralValue: (_value, _offset, _length, line, _column, at) => {
      note(at(), line);
    },
  });
  return lines;
}

const longestLine = 16 * 1024 * 1024;
/** What recurses over records relies on it. */
const deepest = 64;

/**
 * Returns rows of NDJSON: one JSON object a line. Empty lines are passed over, lines that hold anything else are bad rows.
 * @throws ImportFault when the file is one JSON value over several lines
 */
export async function* readNdjson(text: AsyncIterable<string>): AsyncGenerator<Row> {
  let line = 0;
  for await (const { content, tooLong } of splitLines(text)) {
    line += 1;
    if (line === 1 && /^\s*(\[\s*(\{.*)?|\{\s*)$/.test(content) && parseJson(content) === undefined)
      throw new ImportFault('the file is one JSON value, not one for each line; give --format json', noList);
    if (tooLong) yield { line, record: {}, error: `the line is longer than ${longestLine} characters`, said: { text: 'importLineLong' } };
    else if (content.trim() !== '') yield parseLine(line, content);
  }
}

function parseLine(line: number, content: string): Row {
  const value = parseJson(content);
  if (value === undefined)
    return { line, record: {}, error: `expected a JSON object, found text that is not JSON: ${quote(content)}`, said: noObject };
  if (!isObject(value)) return { line, record: {}, error: `expected a JSON object, found ${quote(value)}`, said: noObject };
  return toRecordRow(line, value);
}

/** Returns the row of a record, which may not be nested too deep. */
function toRecordRow(line: number, record: JsonObject, row = line): Row {
  const place = row === line ? { line } : { line, row };
  return isTooDeep(record, deepest)
    ? { ...place, record: {}, error: `lists and objects are nested deeper than ${deepest} levels`, said: { text: 'importDeep' } }
    : { ...place, record };
}

/** Lines without their ends. What is beyond the longest line is dropped, so that a file without line ends takes no memory. */
async function* splitLines(text: AsyncIterable<string>): AsyncGenerator<{ content: string; tooLong: boolean }> {
  let rest = '';
  let tooLong = false;
  for await (const piece of text) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    for (const content of lines) {
      yield { content, tooLong: tooLong || content.length > longestLine };
      tooLong = false;
    }
    if (rest.length > longestLine) [rest, tooLong] = ['', true];
  }
  if (rest !== '' || tooLong) yield { content: rest, tooLong };
}

function isTooDeep(value: Json, levels: number): boolean {
  if (value === null || typeof value !== 'object') return false;
  return levels === 0 || Object.values(value).some((entry) => isTooDeep(entry, levels - 1));
}

/** Returns the value of a text of JSON; undefined of any other text. */
export function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
