import { findNodeAtLocation, type Node, parseTree } from 'jsonc-parser';
import { isObject, type Json } from '../../model/json';
import { removeMember } from '../read/repairText';
import type { Edit } from './planPatch';

/** Longer values are written on several lines. */
const widest = 120;

/**
 * Makes changes in the text of a JSON file; all else in it stays as somebody wrote it.
 * @param text the file; an object
 * @param edits the changes, in this order
 */
export const editText = (text: string, edits: readonly Edit[]): string =>
  edits.reduce((done, edit) => ('order' in edit ? sort(done, edit.path, edit.order) : put(done, edit.path, edit.value)), text);

function put(text: string, path: readonly string[], value: Json | undefined): string {
  const tree = parseTree(text);
  const node = tree && findNodeAtLocation(tree, [...path]);
  if (value === undefined) return node?.parent === undefined ? text : removeMember(text, node.parent.offset);
  if (node) return replace(text, node, write(value, indentAt(text, node.offset), widthAt(text, node.offset)));
  const parent = tree && findNodeAtLocation(tree, path.slice(0, -1));
  const name = path.at(-1);
  if (name === undefined) return text;
  // An object on the way is made first, and one that stands in the place of something else takes it.
  if (parent?.type !== 'object') return put(text, path.slice(0, -1), { [name]: value });
  return insert(text, parent, name, value);
}

const replace = (text: string, { offset, length }: Pick<Node, 'offset' | 'length'>, by: string): string =>
  text.slice(0, offset) + by + text.slice(offset + length);

/** Writes a member behind the last one, on a line of its own where those before it have theirs. */
function insert(text: string, parent: Node, name: string, value: Json): string {
  const last = parent.children?.at(-1);
  const key = `${JSON.stringify(name)}: `;
  const outer = indentAt(text, parent.offset);
  if (last === undefined) {
    const line = `{ ${key}${write(value, outer, Infinity)} }`;
    const isShort = parent.parent !== undefined && widthAt(text, parent.offset) + line.length <= widest;
    return replace(
      text,
      parent,
      isShort ? line : `{\n${outer}  ${key}${write(value, `${outer}  `, outer.length + 2 + key.length)}\n${outer}}`,
    );
  }
  const end = last.offset + last.length;
  const isSpread = text.slice(end, parent.offset + parent.length).includes('\n');
  if (isSpread) {
    const inner = indentAt(text, last.offset);
    return `${text.slice(0, end)},\n${inner}${key}${write(value, inner, inner.length + key.length)}${text.slice(end)}`;
  }
  return `${text.slice(0, end)}, ${key}${write(value, outer, Infinity)}${text.slice(end)}`;
}

/** Writes a value as people do: on one line while it is short. @param width what stands before it on its line */
function write(value: Json, indent: string, width: number): string {
  const short = writeShort(value);
  if (!isObject(value) || Object.keys(value).length === 0 || width === Infinity || width + short.length <= widest) return short;
  const inner = `${indent}  `;
  const members = Object.entries(value).map(([name, member]) => {
    const key = `${inner}${JSON.stringify(name)}: `;
    return key + write(member, inner, key.length);
  });
  return `{\n${members.join(',\n')}\n${indent}}`;
}

function writeShort(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(writeShort).join(', ')}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}: ${writeShort(member)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

const lineStart = (text: string, offset: number): number => text.lastIndexOf('\n', offset - 1) + 1;
const indentAt = (text: string, offset: number): string => /^[ \t]*/.exec(text.slice(lineStart(text, offset)))?.[0] ?? '';
const widthAt = (text: string, offset: number): number => offset - lineStart(text, offset);

/** Writes the members of an object in another order: each in the place of another, so that what stands between them stays. */
function sort(text: string, path: readonly string[], names: readonly string[]): string {
  const tree = parseTree(text);
  const members = (tree && findNodeAtLocation(tree, [...path])?.children) ?? [];
  const nameOf = (member: Node): string => String(member.children?.[0]?.value);
  const sorted = names.flatMap((name) => members.find((member) => nameOf(member) === name) ?? []);
  const places = members.filter((member) => sorted.includes(member));
  return places
    .map((place, index) => [place, sorted[index] ?? place] as const)
    .reverse()
    .reduce((done, [place, member]) => replace(done, place, text.slice(member.offset, member.offset + member.length)), text);
}
