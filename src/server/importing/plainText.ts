const marks: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Rich text that shows plain text: each line of it that is not empty is a paragraph. */
export function paragraphsOf(text: string): string {
  return linesOf(text)
    .map((line) => `<p>${line.replace(/[&<>"]/g, (mark) => marks[mark] ?? mark)}</p>`)
    .join('');
}

/**
 * Text for a field of rich text: what has lines and no elements was written as plain text, and its lines become paragraphs;
 * everything else is left as it is.
 */
export function richText(text: string): string {
  return /[\r\n]/.test(text.trim()) && !/<[a-z!/]/i.test(text)
    ? linesOf(text)
        .map((line) => `<p>${line}</p>`)
        .join('')
    : text;
}

const linesOf = (text: string): string[] =>
  text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
