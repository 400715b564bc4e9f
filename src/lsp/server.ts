import { fileURLToPath } from 'node:url';
import {
  CodeActionKind,
  ResponseError,
  TextDocumentSyncKind,
  TextDocuments,
  type CodeAction,
  type CodeActionParams,
  type Connection,
  type InitializeParams,
  type InitializeResult,
  type TextDocumentPositionParams,
} from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { repairText } from '../definitions/read/repairText';
import type { Problem } from '../model/problem';
import { Checks } from './checks';
import { Features } from './features';
import { toEdit, toRange } from './protocol';
import { RenameFault } from './rename';
import { findRoot, Workspace } from './workspace';

const capabilities: InitializeResult['capabilities'] = {
  textDocumentSync: TextDocumentSyncKind.Incremental,
  completionProvider: { triggerCharacters: ['"', '/', ':', '.'] },
  hoverProvider: true,
  definitionProvider: true,
  referencesProvider: true,
  renameProvider: { prepareProvider: true },
  codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix, CodeActionKind.SourceFixAll] },
};

/** The error of a request that was understood and cannot be carried out (Language Server Protocol 3.17, RequestFailed). */
const requestFailed = -32803;

/**
 * Answers an editor by the Language Server Protocol, until it ends the connection.
 * @param delay milliseconds that nothing is typed for before everything is checked
 */
export function serve(connection: Connection, delay = 150): void {
  const documents = new TextDocuments(TextDocument);
  let features: Features | undefined;
  let checks: Checks | undefined;

  connection.onInitialize((params) => {
    const workspace = new Workspace(findRoot(getFolder(params)));
    features = new Features(workspace);
    checks = new Checks(workspace, connection, params.locale?.startsWith('zh') ? 'zh' : 'en', delay);
    documents.onDidChangeContent(({ document }) => {
      workspace.change(document);
      checks?.start();
    });
    documents.onDidClose(({ document }) => {
      workspace.close(document.uri);
      checks?.start();
    });
    return { capabilities, serverInfo: { name: 'culture-portal' } };
  });
  connection.onDidChangeWatchedFiles(() => checks?.start());
  connection.onShutdown(() => checks?.stop());

  /** Answers about a place of an open document; of others nothing is known. */
  const about =
    <P extends TextDocumentPositionParams, T>(answer: (features: Features, document: TextDocument, params: P) => Promise<T | null>) =>
    async (params: P): Promise<T | null> => {
      const document = documents.get(params.textDocument.uri);
      return document === undefined || features === undefined ? null : answer(features, document, params).catch(tell);
    };
  connection.onCompletion(about((at, document, { position }) => at.complete(document, position)));
  connection.onHover(about((at, document, { position }) => at.hover(document, position)));
  connection.onDefinition(about((at, document, { position }) => at.define(document, position)));
  connection.onReferences(about((at, document, { position }) => at.findReferences(document, position)));
  connection.onPrepareRename(about((at, document, { position }) => at.prepareRename(document, position)));
  connection.onRenameRequest(about((at, document, { position, newName }) => at.rename(document, position, newName)));
  connection.onCodeAction((params) => {
    const document = documents.get(params.textDocument.uri);
    return document === undefined ? [] : listFixes(document, checks?.problemsOf(document.uri) ?? [], params);
  });
  documents.listen(connection);
  connection.listen();
}

/** The folder that an editor is open in, as a path. */
function getFolder({ workspaceFolders, rootUri }: InitializeParams): string {
  const uri = workspaceFolders?.[0]?.uri ?? rootUri;
  return uri?.startsWith('file:') ? fileURLToPath(uri) : process.cwd();
}

/** A name that cannot be changed is told to the author; all else is a fault of the server. */
function tell(reason: unknown): never {
  throw reason instanceof RenameFault ? new ResponseError(requestFailed, reason.message) : reason;
}

/** Returns what puts Problems right that touch a part of a document, and what puts right all of the file that can be. */
function listFixes(document: TextDocument, problems: readonly Problem[], { range, context }: CodeActionParams): CodeAction[] {
  const text = document.getText();
  const create = (title: string, kind: CodeActionKind, fixed: readonly Problem[]): CodeAction[] => {
    const after = repairText(text, fixed);
    const isWanted = context.only === undefined || context.only.some((only) => kind === only || kind.startsWith(`${only}.`));
    return after === text || !isWanted ? [] : [{ title, kind, edit: { changes: { [document.uri]: [toEdit(document, after)] } } }];
  };
  const touched = problems.filter((problem) => {
    const { start, end } = toRange(problem);
    return start.line <= range.end.line && end.line >= range.start.line;
  });
  const single = touched.flatMap((problem) => create(describeFix(problem), CodeActionKind.QuickFix, [problem]));
  return [...single, ...create('Put right what is known for sure how', CodeActionKind.SourceFixAll, problems)];
}

const describeFix = ({ fix }: Problem): string =>
  fix?.to == null ? `Remove ${fix?.from ?? ''}` : `Replace ${fix.from} by ${fix.to || 'nothing'}`;
