import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { pathToFileURL } from 'node:url';
import {
  createConnection,
  createProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
  type CodeAction,
  type CompletionList,
  type Diagnostic,
  type Hover,
  type Location,
  type Position,
  type ProtocolConnection,
  type PublishDiagnosticsParams,
  type TextEdit,
  type WorkspaceEdit,
} from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { serve } from '../../src/lsp/server';

/** A copy of the shipped definitions that nobody changes: what is typed is never saved. */
export const shipped = join(process.env['TEST_FOLDER'] ?? '', 'pristine');

/** An editor that speaks to a server within this process. */
export class Editor {
  private version = 0;
  private readonly documents = new Map<string, TextDocument>();
  /** Texts that files have to begin with, besides those on disk. */
  readonly texts = new Map<string, string>();
  private readonly diagnostics = new Map<string, Diagnostic[]>();
  private readonly waiting: ((told: PublishDiagnosticsParams) => void)[] = [];

  constructor(
    readonly root: string,
    readonly connection: ProtocolConnection,
  ) {
    connection.onNotification('textDocument/publishDiagnostics', (told: PublishDiagnosticsParams) => {
      this.diagnostics.set(told.uri, told.diagnostics);
      this.waiting.forEach((tell) => tell(told));
    });
    connection.listen();
  }

  /** Starts a server in this process and an editor in a folder. @param settings its language, and milliseconds before a check */
  static async start(root: string, { locale = 'en', delay = 0 } = {}): Promise<Editor> {
    const [up, down] = [new PassThrough(), new PassThrough()];
    serve(createConnection(new StreamMessageReader(up), new StreamMessageWriter(down)), delay);
    const editor = new Editor(root, createProtocolConnection(new StreamMessageReader(down), new StreamMessageWriter(up)));
    await editor.initialize(locale);
    return editor;
  }

  async initialize(locale: string): Promise<void> {
    const uri = pathToFileURL(this.root).href;
    await this.connection.sendRequest('initialize', {
      processId: null,
      rootUri: uri,
      capabilities: {},
      locale,
      workspaceFolders: [{ uri, name: 'portal' }],
    });
    await this.connection.sendNotification('initialized', {});
  }

  uri(file: string): string {
    return pathToFileURL(join(this.root, file)).href;
  }

  /** Opens a file with a text, or as it is on disk, or types another text into it. */
  async type(file: string, text?: string): Promise<TextDocument> {
    const uri = this.uri(file);
    const content = text ?? (await this.read(file));
    const isOpen = this.documents.has(file);
    const document = TextDocument.create(uri, 'json', ++this.version, content);
    this.documents.set(file, document);
    if (isOpen)
      await this.connection.sendNotification('textDocument/didChange', {
        textDocument: { uri, version: this.version },
        contentChanges: [{ text: content }],
      });
    else
      await this.connection.sendNotification('textDocument/didOpen', {
        textDocument: { uri, languageId: 'json', version: this.version, text: content },
      });
    return document;
  }

  /**
   * Opens a file as it is on disk but for one change.
   * @param to what is typed instead of `from`, with a bar where the cursor is
   * @returns where the cursor is
   */
  async change(file: string, from: string, to: string): Promise<Position> {
    const before = await this.read(file);
    if (!before.includes(from)) throw new Error(`${file} has no ${from}`);
    const after = before.replace(from, () => to.replace('|', ''));
    const document = await this.type(file, after);
    return document.positionAt(before.indexOf(from) + Math.max(0, to.indexOf('|')));
  }

  /** Returns a file as it is before anything is typed. */
  async read(file: string): Promise<string> {
    return this.texts.get(file) ?? (await readFile(join(this.root, file), 'utf8'));
  }

  /** Closes all files without saving them. */
  async close(): Promise<void> {
    for (const file of this.documents.keys())
      await this.connection.sendNotification('textDocument/didClose', { textDocument: { uri: this.uri(file) } });
    this.documents.clear();
  }

  /** Waits until a file is told to have just the Problems that a test wants. */
  async waitFor(file: string, isWanted: (diagnostics: Diagnostic[]) => boolean): Promise<Diagnostic[]> {
    const known = this.diagnostics.get(this.uri(file));
    if (known !== undefined && isWanted(known)) return known;
    return new Promise((done) => {
      const tell = ({ uri, diagnostics }: PublishDiagnosticsParams): void => {
        if (uri !== this.uri(file) || !isWanted(diagnostics)) return;
        this.waiting.splice(this.waiting.indexOf(tell), 1);
        done(diagnostics);
      };
      this.waiting.push(tell);
    });
  }

  private ask<T>(method: string, file: string, position: Position, more: object = {}): Promise<T> {
    return this.connection.sendRequest(method, { textDocument: { uri: this.uri(file) }, position, ...more });
  }

  complete(file: string, position: Position): Promise<CompletionList> {
    return this.ask('textDocument/completion', file, position);
  }

  hover(file: string, position: Position): Promise<Hover | null> {
    return this.ask('textDocument/hover', file, position);
  }

  /** Returns where something is defined, as `file:line`. */
  async define(file: string, position: Position): Promise<string[]> {
    return (await this.ask<Location[]>('textDocument/definition', file, position)).map((one) => this.describe(one));
  }

  async findReferences(file: string, position: Position): Promise<string[]> {
    const found = await this.ask<Location[]>('textDocument/references', file, position, { context: { includeDeclaration: true } });
    return found.map((one) => this.describe(one));
  }

  /** Renames something. @returns the files with their texts afterwards */
  async rename(file: string, position: Position, newName: string): Promise<Record<string, string>> {
    const edit = await this.ask<WorkspaceEdit>('textDocument/rename', file, position, { newName });
    const files = Object.entries(edit.changes ?? {}).map(
      async ([uri, edits]) => [this.toFile(uri), await this.apply(this.toFile(uri), edits)] as const,
    );
    return Object.fromEntries(await Promise.all(files));
  }

  prepareRename(file: string, position: Position): Promise<unknown> {
    return this.ask('textDocument/prepareRename', file, position);
  }

  /** Returns what can be put right in a line, by its title, and the text of the file afterwards. */
  async fix(file: string, line: number, only?: string): Promise<Record<string, string>> {
    const range = { start: { line, character: 0 }, end: { line, character: 0 } };
    const actions: CodeAction[] = await this.connection.sendRequest('textDocument/codeAction', {
      textDocument: { uri: this.uri(file) },
      range,
      context: { diagnostics: [], ...(only === undefined ? {} : { only: [only] }) },
    });
    const fixed = actions.map(async ({ title, edit }) => [title, await this.apply(file, edit?.changes?.[this.uri(file)] ?? [])] as const);
    return Object.fromEntries(await Promise.all(fixed));
  }

  private async apply(file: string, edits: TextEdit[]): Promise<string> {
    const text = this.documents.get(file)?.getText() ?? (await this.read(file));
    return TextDocument.applyEdits(TextDocument.create('', 'json', 0, text), edits);
  }

  private toFile(uri: string): string {
    return uri.slice(pathToFileURL(this.root).href.length + 1);
  }

  private describe({ uri, range }: Location): string {
    return `${this.toFile(uri)}:${range.start.line + 1}`;
  }

  /** Ends the conversation, as an editor does when it closes. */
  async end(): Promise<void> {
    await this.connection.sendRequest('shutdown');
    this.connection.dispose();
  }
}
