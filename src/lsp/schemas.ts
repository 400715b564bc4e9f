import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { getLanguageService, type CompletionList, type Hover, type LanguageService, type Position } from 'vscode-json-languageservice';
import type { TextDocument } from 'vscode-languageserver-textdocument';

/** Which files are of which kind, the first that fits; modules of an institution's own are whole. */
const kinds: readonly [file: RegExp, schema: string][] = [
  [/^schemas\/[a-z]{2}\/modules\//, 'patch'],
  [/^schemas\/modules\//, 'wholeModule'],
  [/^schemas\/(?:[a-z]{2}\/)?fragments\//, 'fragment'],
  [/^schemas\/presets\//, 'preset'],
  [/^schemas\/texts\.json$/, 'texts'],
  [/^(?:schemas\/[a-z]{2}|tenants\/[^/]+(?:\/[a-z]{2})?)\/texts\.json$/, 'textsPatch'],
  [/^(?:schemas|tenants\/[^/]+)(?:\/[a-z]{2})?\/tenant\.json$/, 'settings'],
  [/^tenants\/[^/]+\/(?:[a-z]{2}\/)?modules\//, 'patch'],
];

/** What the meta-schemas themselves tell authors: the keys of the language, their values, snippets and words about them. */
export class Schemas {
  /** A service for each kind of file: one for all would read the meta-schemas anew whenever another kind is asked about. */
  private readonly services = new Map<string, LanguageService>();
  private readonly folder: string;

  /** @param root the project's folder */
  constructor(root: string) {
    this.folder = `${pathToFileURL(join(root, 'schemas/meta')).href}/`;
  }

  /** @param isWhole the file is a module of an institution's own, and no patch */
  async complete(file: string, isWhole: boolean, document: TextDocument, position: Position): Promise<CompletionList | null> {
    const service = this.choose(file, isWhole);
    return service === undefined ? null : service.doComplete(document, position, service.parseJSONDocument(document));
  }

  async hover(file: string, isWhole: boolean, document: TextDocument, position: Position): Promise<Hover | null> {
    const service = this.choose(file, isWhole);
    return service === undefined ? null : service.doHover(document, position, service.parseJSONDocument(document));
  }

  /** Files are told apart by where they lie: what is being written does not name its schema yet. */
  private choose(file: string, isWhole: boolean): LanguageService | undefined {
    const kind = isWhole ? 'wholeModule' : kinds.find(([test]) => test.test(file))?.[1];
    if (kind === undefined) return undefined;
    const service = this.services.get(kind) ?? this.createService(kind);
    this.services.set(kind, service);
    return service;
  }

  private createService(kind: string): LanguageService {
    const service = getLanguageService({
      clientCapabilities: { textDocument: { completion: { completionItem: { documentationFormat: ['markdown', 'plaintext'] } } } },
      schemaRequestService: (uri) =>
        uri.startsWith(this.folder)
          ? readFile(new URL(uri), 'utf8')
          : Promise.reject(new Error('Only the meta-schemas of the project are read.')),
      workspaceContext: { resolveRelativePath: (path, from) => new URL(path, from).href },
    });
    service.configure({ schemas: [{ uri: `${this.folder}${kind}.schema.json`, fileMatch: ['*'] }] });
    return service;
  }
}
