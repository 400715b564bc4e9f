import { parseTree, type Node } from 'jsonc-parser';
import type { JsonObject } from '../../model/json';
import type { Problem } from '../../model/problem';

/** Where something stands in a file; lines and columns count from 1, columns in UTF-16 units as editors do. */
export interface FilePlace {
  file: string;
  line: number;
  column: number;
  /** Where it ends: just behind its last character. */
  endLine: number;
  endColumn: number;
}

/** Which part of a member is meant: its name or its value. */
export type MemberPart = 'key' | 'value';

/** Tells which file wrote a value of a definition made of several files, and where; see `overlay`. */
export type Locate = (path: readonly string[], part?: MemberPart) => FilePlace;

/** Returns where a patch has taken away what a path would lead to; undefined when none has. */
export function findRemoval(locate: Locate, path: readonly string[]): FilePlace | undefined {
  const [own, around] = [locate(path, 'key'), locate(path.slice(0, -1))];
  return own.file === around.file && own.line === around.line && own.column === around.column ? undefined : own;
}

/** What is known of an object that a patch has added under a new name: the names that it could have meant. */
export type Misspelt = (path: readonly string[]) => { name: string; siblings: string[] } | undefined;

/** A definition file that could be read. */
export interface Document {
  /** The file, relative to the project's root, with forward slashes. */
  file: string;
  /** The file as it was read. */
  text: string;
  value: JsonObject;
  /** Where a path (reference tokens) stands; of a path that is not there, where its nearest ancestor stands. */
  place(path: readonly string[], part?: MemberPart): FilePlace;
}

/** One file, or a part of one, that a definition is made of. */
export interface Layer {
  document: Document;
  /** Where in the document the part starts, as reference tokens; [] is the whole file. */
  from: readonly string[];
  /** Where in the definition it is laid; [] is the whole definition. */
  onto: readonly string[];
}

/** Patches for readers of another language. */
export interface LocaleFiles {
  /** Patches of modules by name; undefined for one that is there but cannot be read. */
  modules: Map<string, Document | undefined>;
  /** Patches of fragments; institutions have none. */
  fragments: Map<string, Document | undefined>;
  texts?: Document;
  settings?: Document;
}

/** The files that every portal is made of. */
export interface BaseFiles {
  /** Files by name; undefined for one that is there but cannot be read. */
  modules: Map<string, Document | undefined>;
  fragments: Map<string, Document | undefined>;
  presets: Map<string, Document | undefined>;
  texts?: Document;
  tenant?: Document;
  /** What is written for the desks of institutions. */
  desk: DeskFiles;
  /** What all portals have in common in other languages, by locale. */
  locales: ReadonlyMap<string, LocaleFiles>;
  problems: Problem[];
  /** Why files cannot be read for which their last version without errors stands in: it is told, and holds back nothing else. */
  heldBack: Problem[];
}

/** The files that the desk of every institution is made of, besides what is derived from its modules. */
export interface DeskFiles {
  /** Modules by name; undefined for one that is there but cannot be read. */
  modules: Map<string, Document | undefined>;
  /** Words that visitors are not sent. */
  texts?: Document;
  /** The menu, as in the settings of an institution. */
  settings?: Document;
}

/** The files of one institution. */
export interface TenantFiles {
  name: string;
  settings?: Document;
  texts?: Document;
  modules: Map<string, Document | undefined>;
  /** Replies of its own back ends, by `module:endpoint`. */
  recorded: Map<string, Document | undefined>;
  /** What it is in other languages, by locale. */
  locales: ReadonlyMap<string, LocaleFiles>;
  problems: Problem[];
}

/**
 * Makes a document of a text that is known to be JSON.
 * @param file its name in Problems
 * @param text the text; its syntax tree is made only when a place is asked for, because most files never have one asked
 * @param value the parsed text
 */
export function createDocument(file: string, text: string, value: JsonObject): Document {
  let tree: Node | undefined;
  return {
    file,
    text,
    value,
    place(path, part = 'value') {
      tree ??= parseTree(text);
      return locateRange(file, text, tree === undefined ? { offset: 0, length: 0 } : findRange(tree, path, part));
    },
  };
}

/** A part of a text, in UTF-16 units. */
interface TextRange {
  offset: number;
  length: number;
}

/** Turns a part of a text into lines and columns. */
export function locateRange(file: string, text: string, { offset, length }: TextRange): FilePlace {
  const [start, end] = [offset, offset + length].map((at) => {
    const before = text.slice(0, at);
    return { line: before.split('\n').length, column: at - before.lastIndexOf('\n') };
  });
  const { line, column } = start ?? { line: 1, column: 1 };
  return { file, line, column, endLine: end?.line ?? line, endColumn: end?.column ?? column };
}

/** The place of a file as a whole. */
export const startOf = (file: string): FilePlace => ({ file, line: 1, column: 1, endLine: 1, endColumn: 1 });

function findRange(tree: Node, path: readonly string[], part: MemberPart): TextRange {
  let node = tree;
  let key: Node | undefined;
  for (const token of path) {
    if (node.type === 'array') {
      const entry = node.children?.[Number(token)];
      if (entry === undefined) return toOpening(node);
      [node, key] = [entry, undefined];
      continue;
    }
    // The last of several equal names is the one that JSON.parse keeps.
    const member = node.type === 'object' ? node.children?.findLast((child) => child.children?.[0]?.value === token) : undefined;
    const value = member?.children?.[1];
    if (member === undefined || value === undefined) return toOpening(node);
    [node, key] = [value, member.children?.[0]];
  }
  return part === 'key' && key !== undefined ? key : node;
}

/** Of what lacks something only the bracket that opens it. */
const toOpening = ({ offset }: Node): TextRange => ({ offset, length: 1 });
