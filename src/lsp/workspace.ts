import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parse } from 'jsonc-parser';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { asObject } from '../model/json';
import type { Problem } from '../model/problem';
import { createDocument, type BaseFiles, type Document, type TenantFiles } from '../definitions/language/document';
import { listSources, loadDefinitions, type Definitions } from '../definitions/load';
import { View } from './view';

const nothing: BaseFiles = {
  modules: new Map(),
  fragments: new Map(),
  presets: new Map(),
  desk: { modules: new Map() },
  locales: new Map(),
  problems: [],
  heldBack: [],
};

/** The project that an editor is open in: its files on disk, and what the editor holds instead of some of them. */
export class Workspace {
  private readonly open = new Map<string, TextDocument>();
  private definitions: Promise<Definitions> | undefined;
  private seen: { view: View; of: Definitions } | undefined;

  /** @param root the folder that holds `schemas` and `tenants` */
  constructor(readonly root: string) {}

  /** Takes over the text of an open file. */
  change(document: TextDocument): void {
    const file = this.toFile(document.uri);
    if (file === undefined) return;
    this.open.set(file, document);
    this.seen = undefined;
  }

  /** Takes the file on disk instead of an open one from now on. */
  close(uri: string): void {
    const file = this.toFile(uri);
    if (file !== undefined) this.open.delete(file);
    this.seen = undefined;
  }

  /** Returns the files that are open. */
  listOpen(): string[] {
    return [...this.open.keys()];
  }

  /** Reads what has changed and checks everything. @returns all Problems, sorted */
  async check(): Promise<Problem[]> {
    const unsaved = new Map([...this.open].map(([file, document]) => [file, document.getText()]));
    const before = this.definitions;
    this.definitions = Promise.resolve(before).then((previous) => loadDefinitions(this.root, previous, undefined, unsaved));
    const definitions = await this.definitions;
    for (const tenant of definitions.tenants)
      for (const locale of [undefined, ...definitions.locales(tenant)]) definitions.portal(tenant, locale);
    return definitions.problems;
  }

  /** Returns the definitions as they are in the open files, finished or not, and on disk as of the last check. */
  async view(): Promise<View> {
    const definitions = await (this.definitions ??= loadDefinitions(this.root));
    if (this.seen?.of === definitions) return this.seen.view;
    const { base, tenants } = listSources(definitions) ?? { base: nothing, tenants: new Map<string, TenantFiles>() };
    const view = [...this.open].reduce(
      (made, [file, document]) => made.replace(readLeniently(file, document.getText())),
      new View(base, tenants),
    );
    this.seen = { view, of: definitions };
    return view;
  }

  /** Returns the text of a file, that of the editor where it is open. */
  async read(file: string): Promise<string> {
    return this.open.get(file)?.getText() ?? (await readFile(join(this.root, file), 'utf8'));
  }

  /** Returns the path of a file below the project's root, with forward slashes; undefined for one elsewhere. */
  toFile(uri: string): string | undefined {
    if (!uri.startsWith('file:')) return undefined;
    const path = relative(this.root, fileURLToPath(uri)).split(sep).join('/');
    return path.startsWith('..') ? undefined : path;
  }

  toUri(file: string): string {
    return pathToFileURL(join(this.root, file)).href;
  }
}

/** Reads what can be read of a text that is perhaps no JSON yet. */
function readLeniently(file: string, text: string): Document {
  return createDocument(file, text, asObject(parse(text, [], { allowTrailingComma: true })));
}

/** Returns the folder of a project: the one that is open in the editor, or the nearest around it that has definitions. */
export function findRoot(folder: string): string {
  const around = join(folder, '..');
  return existsSync(join(folder, 'schemas')) || around === folder ? folder : findRoot(around);
}
