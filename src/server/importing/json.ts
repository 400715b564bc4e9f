import { type JSONPath, visit } from 'jsonc-parser';
import { isObject, type Json } from '../../model/json';
import { ImportFault, listNames, quote } from './fault';
import { recordRow } from './ndjson';
import type { Row } from './rows';

const longest = 256 * 1024 * 1024;

/**
 * Rows of a JSON file: the objects of the list that it is, or of the only list in the object that it is, such as the features of GeoJSON.
 * Entries that are no objects are bad rows.
 * @throws ImportFault when the file is no JSON, too long, or it is not clear which list is meant
 */
export async function* readJson(text: AsyncIterable<string>): AsyncGenerator<Row> {
  const whole = await wholeOf(text);
  const { path, entries } = listIn(parse(whole));
  const lines = linesOf(whole, path);
  for (const [index, entry] of entries.entries()) {
    const line = lines[index] ?? 1;
    yield isObject(entry) ? recordRow(line, entry) : { line, record: {}, error: `expected a JSON object, found ${quote(entry)}` };
  }
}

async function wholeOf(text: AsyncIterable<string>): Promise<string> {
  let whole = '';
  for await (const piece of text) {
    whole += piece;
    if (whole.length > longest)
      throw new ImportFault(`the file is longer than ${longest} characters; write it as NDJSON, one object a line`);
  }
  return whole;
}

function parse(whole: string): Json {
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
    throw new ImportFault(`line ${fault.line ?? 1}, column ${fault.column ?? 1}: this is not JSON; nothing was read${lined}`);
  }
}

function listIn(value: Json): { path: JSONPath; entries: Json[] } {
  if (Array.isArray(value)) return { path: [], entries: value };
  if (!isObject(value)) throw new ImportFault(`expected a list of objects, found ${quote(value)}`);
  const lists = Object.entries(value).flatMap(([name, inner]) =>
    Array.isArray(inner) && inner.some(isObject) ? [{ path: [name], entries: inner }] : [],
  );
  const [only] = lists;
  if (!only) throw new ImportFault('expected a list of objects, or an object with one such list; found none');
  if (lists.length > 1)
    throw new ImportFault(
      `expected one list of objects, found several: ${listNames(lists.map(({ path }) => path.join('/')))}; keep one of them`,
    );
  return only;
}

/** Returns the line on which each entry of a list begins. */
function linesOf(whole: string, path: JSONPath): number[] {
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
