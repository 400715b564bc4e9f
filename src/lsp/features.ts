import type { CompletionList, Hover, Location, Position, Range, WorkspaceEdit } from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { completeNames } from './completion';
import { findPointed, type Pointed } from './cursor';
import { describeChange, describeMention, listBelow } from './hover';
import { groupByFile, toItems, toOccurrenceRange, toRange } from './protocol';
import { explainFixed, findNamed, findOccurrences, planRename, RenameFault, type Occurrence } from './rename';
import { Schemas } from './schemas';
import { findSeat } from './seat';
import type { View } from './view';
import { listWriters, type Writer } from './where';
import type { Workspace } from './workspace';

/** What somebody points at in a document, and the definitions around it. */
interface Question {
  file: string;
  view: View;
  pointed: Pointed | undefined;
}

/** What an editor can ask about a place of a document. */
export class Features {
  private readonly schemas: Schemas;

  constructor(private readonly workspace: Workspace) {
    this.schemas = new Schemas(workspace.root);
  }

  /** Returns the names that can stand somewhere, and after them the keys, values and snippets of the meta-schemas. */
  async complete(document: TextDocument, position: Position): Promise<CompletionList | null> {
    const { file, view } = await this.ask(document, position);
    const names = completeNames(file, document.getText(), document.offsetAt(position), view);
    const own = names === undefined ? [] : toItems(names, document);
    const offered = await this.schemas.complete(file, isWhole(file, view), document, position);
    const known = new Set(own.map(({ label }) => label));
    // Where names are known the examples of the meta-schemas are none of them.
    const isExample = (label: string): boolean => names?.part === 'value' && label.startsWith('"');
    const others = (offered?.items ?? []).filter(({ label }) => !known.has(label) && !isExample(label));
    return { isIncomplete: true, items: [...own, ...others] };
  }

  /** Says what a name leads to and which files write it; of keys what they are for, and of a patch what it changes. */
  async hover(document: TextDocument, position: Position): Promise<Hover | null> {
    const { file, view, pointed } = await this.ask(document, position);
    const told = pointed && describeMention(pointed, view);
    const schema = told === undefined ? await this.schemas.hover(file, isWhole(file, view), document, position) : null;
    const change = pointed && describeChange(pointed, file, view);
    const parts = [told, ...[schema?.contents ?? []].flat().map(toText), change].filter((text) => text !== undefined && text !== '');
    const range = pointed && toCursorRange(pointed, document);
    return parts.length === 0 ? null : { contents: { kind: 'markdown', value: parts.join('\n\n') }, ...(range ? { range } : {}) };
  }

  /** Returns where what a name leads to is defined; of what a patch changes, what it changes. */
  async define(document: TextDocument, position: Position): Promise<Location[]> {
    const { file, view, pointed } = await this.ask(document, position);
    if (pointed === undefined) return [];
    const { mention, seat } = pointed;
    const writers =
      mention === undefined ? listBelow(pointed, file, view).slice(-1) : listWriters(mention.target, view, seat.side).slice(0, 1);
    return writers.map((writer) => this.locate(writer));
  }

  /** Returns every place where the name stands that somebody points at. */
  async findReferences(document: TextDocument, position: Position): Promise<Location[]> {
    const { view, pointed } = await this.ask(document, position);
    const target = pointed && findNamed(pointed);
    const found = target === undefined ? [] : findOccurrences(target, pointed?.seat.side ?? {}, view);
    return found.map((one) => ({ uri: this.workspace.toUri(one.file), range: toOccurrenceRange(one) }));
  }

  /** Returns the part of the text that a new name would take the place of. @throws RenameFault when it cannot be changed */
  async prepareRename(document: TextDocument, position: Position): Promise<Range | null> {
    const { view, pointed } = await this.ask(document, position);
    const target = pointed && findNamed(pointed);
    if (pointed === undefined || target === undefined) return null;
    const fault = explainFixed(target, pointed.seat.side, view);
    if (fault !== undefined) throw new RenameFault(fault);
    return toCursorRange(pointed, document);
  }

  /** Changes a name wherever it stands. @throws RenameFault when it cannot be changed, or not to this one */
  async rename(document: TextDocument, position: Position, name: string): Promise<WorkspaceEdit | null> {
    const { view, pointed } = await this.ask(document, position);
    const target = pointed && findNamed(pointed);
    if (pointed === undefined || target === undefined) return null;
    const found = planRename(target, name, pointed.seat.side, view);
    await this.compare(found, target.path.at(-1) ?? '');
    const files = [...groupByFile(found)];
    const toEdits = (ones: readonly Occurrence[]): { range: Range; newText: string }[] =>
      ones.map((one) => ({ range: toOccurrenceRange(one), newText: name }));
    return { changes: Object.fromEntries(files.map(([file, ones]) => [this.workspace.toUri(file), toEdits(ones)])) };
  }

  private async ask(document: TextDocument, position: Position): Promise<Question> {
    const file = this.workspace.toFile(document.uri) ?? '';
    const view = await this.workspace.view();
    return { file, view, pointed: findPointed(file, document.getText(), document.offsetAt(position), view) };
  }

  /** Makes sure that the name stands where it was found: a text may be written with escapes, and a file on disk may have changed. */
  private async compare(found: readonly Occurrence[], name: string): Promise<void> {
    for (const { file, line, column, length } of found) {
      const text = (await this.workspace.read(file)).split('\n')[line - 1] ?? '';
      if (text.slice(column - 1, column - 1 + length) !== name)
        throw new RenameFault(`"${name}" does not stand as it is at ${file}:${line}.`);
    }
  }

  private locate({ document, path }: Writer): Location {
    return { uri: this.workspace.toUri(document.file), range: toRange(document.place(path, 'key')) };
  }
}

/** Whether a file of an institution is a module of its own, and no patch. */
function isWhole(file: string, view: View): boolean {
  const module = /^tenants\/[^/]+\/modules\//.test(file) ? findSeat(file, [], view)?.module : undefined;
  return module !== undefined && !view.base.modules.has(module);
}

const toText = (content: string | { value: string }): string => (typeof content === 'string' ? content : content.value);

function toCursorRange({ cursor, mention }: Pointed, document: TextDocument): Range {
  const isText = document.getText()[cursor.start] === '"';
  const [start, end] =
    mention === undefined
      ? [cursor.start + (isText ? 1 : 0), cursor.end - (isText ? 1 : 0)]
      : [cursor.start + 1 + mention.start, cursor.start + 1 + mention.end];
  return { start: document.positionAt(start), end: document.positionAt(end) };
}
