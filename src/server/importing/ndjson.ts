import { isObject, type Json, type JsonObject } from '../../model/json';
import { ImportFault, quote } from './fault';
import type { Row } from './rows';

const longestLine = 16 * 1024 * 1024;
/** What recurses over records relies on it. */
const deepest = 64;

/**
 * Rows of NDJSON: one JSON object a line. Empty lines are passed over, lines that hold anything else are bad rows.
 * @throws ImportFault when the file is one JSON value over several lines
 */
export async function* readNdjson(text: AsyncIterable<string>): AsyncGenerator<Row> {
  let line = 0;
  for await (const { content, tooLong } of linesOf(text)) {
    line += 1;
    if (line === 1 && /^\s*(\[\s*(\{.*)?|\{\s*)$/.test(content) && !isJson(content))
      throw new ImportFault('the file is one JSON value, not one for each line; give --format json');
    if (tooLong) yield { line, record: {}, error: `the line is longer than ${longestLine} characters` };
    else if (content.trim() !== '') yield rowOf(line, content);
  }
}

function rowOf(line: number, content: string): Row {
  let value: Json;
  try {
    value = JSON.parse(content) as Json;
  } catch {
    return { line, record: {}, error: `expected a JSON object, found text that is not JSON: ${quote(content)}` };
  }
  if (!isObject(value)) return { line, record: {}, error: `expected a JSON object, found ${quote(value)}` };
  return recordRow(line, value);
}

/** Returns the row of a record, which may not be nested too deep. */
export function recordRow(line: number, record: JsonObject): Row {
  return isTooDeep(record, deepest)
    ? { line, record: {}, error: `lists and objects are nested deeper than ${deepest} levels` }
    : { line, record };
}

/** Lines without their ends. What is beyond the longest line is dropped, so that a file without line ends takes no memory. */
async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<{ content: string; tooLong: boolean }> {
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

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
