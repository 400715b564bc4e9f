import { findNodeAtOffset, getNodePath, parseTree } from 'jsonc-parser';
import type { MemberPart } from '../definitions/language/document';
import { findMentions, type Mention } from './mentions';
import { findPlace, type Seen } from './places';
import { findSeat, toDefinition, type Seat } from './seat';
import type { View } from './view';

/** The name or the value in a file that somebody points at. */
interface Cursor {
  /** Where it stands in the file: reference tokens. */
  path: string[];
  part: MemberPart;
  /** Of a text what is between its quotes. */
  text: string;
  /** Its first character in the file, a quote where it is a text, and the place behind its last. */
  start: number;
  end: number;
}

/** What somebody points at, and what it means. */
export interface Pointed {
  cursor: Cursor;
  seat: Seat;
  /** Where it stands in the definition. */
  path: string[];
  /** The place of the definition; undefined where the language knows none, as under a key that it does not have. */
  seen: Seen | undefined;
  /** The name below the cursor that leads elsewhere. */
  mention: Mention | undefined;
}

/** Returns the innermost name or value at an offset of a text; undefined between them. */
function findCursor(text: string, offset: number): Cursor | undefined {
  const tree = parseTree(text);
  const node = tree && findNodeAtOffset(tree, offset, true);
  if (node === undefined || node.type === 'object' || node.type === 'array' || node.type === 'property') return undefined;
  const isKey = node.parent?.type === 'property' && node.parent.children?.[0] === node;
  return {
    path: getNodePath(node).map(String),
    part: isKey ? 'key' : 'value',
    text: String(node.value),
    start: node.offset,
    end: node.offset + node.length,
  };
}

/** Returns what stands at an offset of a file and what it means; undefined where there is nothing. */
export function findPointed(file: string, text: string, offset: number, view: View): Pointed | undefined {
  const cursor = findCursor(text, offset);
  const seat = cursor && findSeat(file, cursor.path, view);
  if (cursor === undefined || seat === undefined) return undefined;
  const path = toDefinition(seat, cursor.path);
  const seen = findPlace(path, cursor.part, seat.module, seat.side, view);
  const at = offset - cursor.start - 1;
  const mentions = seen === undefined ? [] : findMentions(seen, cursor.text, view, seat.side);
  return { cursor, seat, path, seen, mention: mentions.find(({ start, end }) => start <= at && at <= end) };
}
