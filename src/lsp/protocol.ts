import {
  CompletionItemKind,
  DiagnosticSeverity,
  InsertTextFormat,
  type CompletionItem,
  type Diagnostic,
  type Range,
  type TextEdit,
} from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { Problem } from '../model/problem';
import type { Completion } from './completion';
import type { Occurrence } from './rename';

/** A language that Problems are told in. */
export type Language = 'zh' | 'en';

/** Returns things by the file that they are in. */
export function groupByFile<T extends { file: string }>(things: readonly T[]): Map<string, T[]> {
  const found = new Map<string, T[]>();
  for (const thing of things) found.set(thing.file, [...(found.get(thing.file) ?? []), thing]);
  return found;
}

/** Lines and columns count from 1 in Problems, as people do, and from 0 in the protocol. */
export const toRange = ({ line, column, endLine, endColumn }: Pick<Problem, 'line' | 'column' | 'endLine' | 'endColumn'>): Range => ({
  start: { line: line - 1, character: column - 1 },
  end: { line: endLine - 1, character: endColumn - 1 },
});

export const toDiagnostic = (problem: Problem, language: Language): Diagnostic => ({
  range: toRange(problem),
  severity: problem.severity === 'error' ? DiagnosticSeverity.Error : DiagnosticSeverity.Warning,
  code: problem.code,
  source: 'culture-portal',
  message: language === 'zh' ? problem.chinese : problem.message,
});

export const toOccurrenceRange = ({ line, column, length }: Occurrence): Range =>
  toRange({ line, column, endLine: line, endColumn: column + length });

/** Writes names as they are chosen from: a name takes the place of the whole text that is being typed. */
export function toItems({ candidates, part, start, end }: Completion, document: TextDocument): CompletionItem[] {
  const range = { start: document.positionAt(start), end: document.positionAt(end) };
  const hasColon = /^\s*:/.test(document.getText().slice(end));
  return candidates.map(({ name, detail, value }, index) => {
    const quoted = JSON.stringify(name);
    const rest = part === 'value' || hasColon ? '' : value === 'object' ? ': { $1 }' : ': ';
    return {
      label: name,
      detail,
      kind: part === 'key' ? CompletionItemKind.Property : CompletionItemKind.Reference,
      // Before what the meta-schemas offer, in the order of the definition.
      sortText: `!${String(index).padStart(4, '0')}`,
      filterText: quoted,
      insertTextFormat: rest.includes('$') ? InsertTextFormat.Snippet : InsertTextFormat.PlainText,
      textEdit: { range, newText: rest.includes('$') ? `${quoted.replace(/[$}\\]/g, '\\$&')}${rest}` : `${quoted}${rest}` },
    };
  });
}

/** Returns the smallest change that makes one text of another. */
export function toEdit(document: TextDocument, after: string): TextEdit {
  const before = document.getText();
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let behind = 0;
  while (behind < shorter - start && before.at(-1 - behind) === after.at(-1 - behind)) behind += 1;
  return {
    range: { start: document.positionAt(start), end: document.positionAt(before.length - behind) },
    newText: after.slice(start, after.length - behind),
  };
}
