import { escapeHtml } from '../api/sanitize';

/** Returns rich text that shows plain text: each line of it that is not empty is a paragraph. */
export const wrapParagraphs = (text: string): string => wrapLines(escapeHtml(text));

/**
 * Returns text for a field of rich text: what has lines and no elements was written as plain text, and its lines become paragraphs;
 * everything else is left as it is.
 */
export function toRichText(text: string): string {
  return /[\r\n]/.test(text.trim()) && !/<[a-z!/]/i.test(text) ? wrapLines(text) : text;
}

function wrapLines(text: string): string {
  const lines = text.split(/[\r\n]+/).map((line) => line.trim());
  return lines.map((line) => (line === '' ? '' : `<p>${line}</p>`)).join('');
}
