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
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  if (!isUtf8(bytes)) return refuse(file, text, Math.max(0, text.indexOf('\uFFFD')), messages.invalidUtf8());
  if (text.trim() === '') return refuse(file, '', 0, messages.emptyFile());
  const tooDeep = findTooDeep(text);
  if (tooDeep !== undefined) return refuse(file, text, tooDeep, messages.tooDeep(maxDepth));
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
  return parseValue(file, text);
}

function parseValue(file: string, text: string): Parsed {
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch {
    return refuse(file, text, 0, messages.noObject());
  }
  return isObject(value)
    ? { document: createDocument(file, text, value), problems: [] }
    : refuse(file, text, text.search(/\S/), messages.notAnObject(value));
}

function refuse(file: string, text: string, offset: number, fault: messages.Fault): Parsed {
  return { problems: [messages.createProblem(locateRange(file, text, { offset, length: fault.fix?.from.length ?? 1 }), '', fault)] };
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** Counts brackets outside of texts without recursion, so a file of a million brackets exhausts no stack; the parser behind it could. */
function findTooDeep(text: string): number | undefined {
  let depth = 0;
  let quoted = false;
  for (let offset = 0; offset < text.length; offset += 1) {
    const character = text[offset];
    if (quoted && character === '\\') offset += 1;
    else if (character === '"') quoted = !quoted;
    else if (!quoted && (character === '{' || character === '[')) depth += 1;
    else if (!quoted && (character === '}' || character === ']')) depth -= 1;
    if (depth > maxDepth) return offset;
  }
  return undefined;
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
      if (['__proto__', 'constructor', 'prototype'].includes(name)) report(messages.forbiddenKey(name));
      seen.set(name, key);
    }
  }
  return problems.slice(0, messages.maxProblemsPerFile);
}
