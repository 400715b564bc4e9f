import { isUtf8 } from 'node:buffer';
import { parseTree, printParseErrorCode, type Node, type ParseError } from 'jsonc-parser';
import type { Problem } from '../../model/problem';
import { createDocument, locateRange, type Document } from '../language/document';
import { isObject, type Json } from '../../model/json';
import * as messages from '../problems/messages';
import { explainSyntax } from '../problems/syntax';

/** The deepest nesting of lists and objects that is read; what recurses over definitions relies on it. */
const maxDepth = 64;

/** A file that was read: a document, or the Problem that prevents it. */
export interface Parsed {
  document?: Document;
  problems: Problem[];
}

/**
 * Reads the bytes of a definition file as strict JSON: no comments, no trailing commas, no repeated names.
 * @param file its name in Problems
 * @param bytes its content
 * @returns the document, or why there is none; never throws
 */
export function parseDefinition(file: string, bytes: Uint8Array): Parsed {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return refuse(file, '\ufeff', 0, messages.byteOrderMark());
  if (isUtf16(bytes)) return refuse(file, '', 0, messages.invalidUtf8('UTF-16'));
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  if (!isUtf8(bytes)) return refuse(file, text, Math.max(0, text.indexOf('\uFFFD')), messages.invalidUtf8());
  if (text.trim() === '') return refuse(file, '', 0, messages.emptyFile());
  const { tooDeep, members } = scan(text);
  if (tooDeep !== undefined) return refuse(file, text, tooDeep, messages.tooDeep(maxDepth));
  const value = parseJson(text);
  // What is left of the names says whether any was written twice; where all is well no syntax tree is made.
  if (isObject(value) && countMembers(value) === members) return { document: createDocument(file, text, value), problems: [] };
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
  const first = errors[0];
  if (first !== undefined) {
    const { error, offset } = first;
    const start = text.search(/\S/);
    const { words, back, fix } = explainSyntax(
      printParseErrorCode(error),
      text.slice(0, offset).slice(-200),
      text.slice(offset, offset + 2000),
    );
    // What starts otherwise was never meant as JSON, or is only the inside of an object.
    const isOther = /[^{[/#\u0080-\uffff]/.test(text[start] ?? '');
    return isOther ? refuse(file, text, start, messages.noObject()) : refuse(file, text, offset - back, messages.notJson(words, fix));
  }
  if (tree === undefined) return refuse(file, text, 0, messages.noObject());
  const badKeys = findBadKeys(file, text, tree);
  if (badKeys.length > 0) return { problems: badKeys };
  if (value === undefined) return refuse(file, text, 0, messages.noObject());
  return isObject(value)
    ? { document: createDocument(file, text, value), problems: [] }
    : refuse(file, text, text.search(/\S/), messages.notAnObject(value));
}

/** Whether a file begins as UTF-16 does: with the mark of one of its orders of bytes, or with a character of ASCII in two of them. */
function isUtf16([first, second]: Uint8Array): boolean {
  const isMarked = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  return isMarked || (first === 0) !== (second === 0);
}

/** Returns what a text says as JSON; undefined when it is none. */
function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** Counts the members of all objects within a value; NaN when one has a name that no member may have. */
function countMembers(value: Json): number {
  if (value === null || typeof value !== 'object') return 0;
  if (Array.isArray(value)) return value.reduce<number>((sum, entry) => sum + countMembers(entry), 0);
  return Object.entries(value).reduce((sum, [name, member]) => sum + (forbidden.has(name) ? Number.NaN : 1) + countMembers(member), 0);
}

const forbidden: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

function refuse(file: string, text: string, offset: number, fault: messages.Fault): Parsed {
  return { problems: [messages.createProblem(locateRange(file, text, { offset, length: fault.fix?.from.length ?? 1 }), '', fault)] };
}

/**
 * Counts brackets and colons outside of texts without recursion, so a file of a million brackets exhausts no stack; the parser behind it could.
 * @returns where it is too deep, if it is, and how many members are written
 */
function scan(text: string): { tooDeep?: number; members: number } {
  let members = 0;
  let depth = 0;
  let quoted = false;
  for (let offset = 0; offset < text.length; offset += 1) {
    const character = text[offset];
    if (quoted && character === '\\') offset += 1;
    else if (character === '"') quoted = !quoted;
    else if (!quoted && (character === '{' || character === '[')) depth += 1;
    else if (!quoted && (character === '}' || character === ']')) depth -= 1;
    else if (!quoted && character === ':') members += 1;
    if (depth > maxDepth) return { tooDeep: offset, members };
  }
  return { members };
}

function findBadKeys(file: string, text: string, tree: Node): Problem[] {
  const problems: Problem[] = [];
  const pending: Node[] = [tree];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    const seen = new Map<string, Node>();
    for (const child of node.children ?? []) {
      pending.push(child);
      const key = node.type === 'object' ? child.children?.[0] : undefined;
      if (key === undefined) continue;
      const name = String(key.value);
      const first = seen.get(name);
      const report = (fault: messages.Fault): void => void problems.push(messages.createProblem(locateRange(file, text, key), '', fault));
      if (first !== undefined) report(messages.duplicateKey(name, locateRange(file, text, first)));
      if (forbidden.has(name)) report(messages.forbiddenKey(name));
      seen.set(name, key);
    }
  }
  return problems.slice(0, messages.maxProblemsPerFile);
}
