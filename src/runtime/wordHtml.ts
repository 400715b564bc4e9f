/** What tells HTML that comes from an office program. */
const fromOffice = /\bmso-|class="?Mso|<o:p|urn:schemas-microsoft-com|<!--\[if|<!\[if/i;
/** Attributes that mean something beyond the program that wrote them. */
const meant = /\s(href|src|alt|title|colspan|rowspan|scope|start)\s*=\s*("[^"]*"|'[^']*'|[^\s"'>]+)/gi;
/** What numbers an entry of a list, as 1. or a), Chinese numbers too. */
const numbered = /^[(\uff08]?(?:\d+|[a-z]|[ivx]+|\p{Script=Han}{1,3})[.\uff0e\u3001)\uff09]/iu;

/** One entry of a list as an office program writes it: a paragraph with the number of its level. */
interface Entry {
  level: number;
  ordered: boolean;
  words: string;
}

/**
 * Returns HTML that was pasted from Word or WPS as plain HTML: paragraphs, headings, emphasis, links, tables, and lists, which these programs write as
 * paragraphs, as lists. Styles, comments, fields and pictures on the writer's own disk are gone. Any other HTML comes back as it is.
 */
export function tidyWordHtml(html: string): string {
  if (!fromOffice.test(html)) return html;
  const plain = restoreLists(cutFragment(html));
  const bare = ['<!--|-->', '<style|</style>', '<xml|</xml>', '<![|]>'].reduce((text, ends) => removeBetween(text, ends), plain);
  return bare
    .replace(/<o:p>(?:\s|&nbsp;)*<\/o:p>/gi, '')
    .replace(/<\/?(?:span|font|meta|link|title|html|head|body|[a-z]+:[a-z]+)\b[^<>]*>/gi, '')
    .replace(/<img\b[^<>]*>/gi, (tag) => (/\bsrc\s*=\s*["']?file:/i.test(tag) ? '' : tag))
    .replace(/<([a-z][a-z0-9]*)(\s[^<>]*)>/gi, (_tag, name: string, attributes: string) => `<${name}${keepMeant(attributes)}>`)
    .replace(/<(p|b|i|u|strong|em|h[1-6])>(?:\s|&nbsp;)*<\/\1>/gi, '')
    .trim();
}

/** What was copied is marked; without marks it is the body, or all. */
function cutFragment(html: string): string {
  const from = html.indexOf('<!--StartFragment-->');
  const to = html.lastIndexOf('<!--EndFragment-->');
  if (from >= 0 && to > from) return html.slice(from + '<!--StartFragment-->'.length, to);
  const body = /<body\b[^<>]*>/i.exec(html);
  const end = html.search(/<\/body>/i);
  return body ? html.slice(body.index + body[0].length, end < 0 ? undefined : end) : html;
}

/** Removes whatever stands between a start and its end, with both. A start without an end stays for the server to refuse. */
function removeBetween(html: string, ends: string): string {
  const [start = '', end = ''] = ends.split('|');
  const lower = html.toLowerCase();
  const kept: string[] = [];
  let at = 0;
  for (;;) {
    const from = lower.indexOf(start, at);
    const to = from < 0 ? -1 : lower.indexOf(end, from + start.length);
    if (to < 0) return kept.join('') + html.slice(at);
    kept.push(html.slice(at, from));
    at = to + end.length;
  }
}

const keepMeant = (attributes: string): string => [...attributes.matchAll(meant)].map(([whole]) => ` ${whole.trim()}`).join('');

/** Makes lists of the paragraphs that are their entries. */
function restoreLists(html: string): string {
  const out: string[] = [];
  let waiting: Entry[] = [];
  const flush = (): void => {
    if (waiting.length > 0) out.push(writeList(waiting));
    waiting = [];
  };
  for (const part of html.split(/(?<=<\/p>)/i)) {
    const entry = readEntry(part);
    if (entry) {
      if (entry.before.trim() !== '') {
        flush();
        out.push(entry.before);
      }
      waiting.push(entry);
    } else {
      flush();
      out.push(part);
    }
  }
  flush();
  return out.join('');
}

/** Reads a text that ends with a paragraph; undefined when that is no entry of a list. */
function readEntry(part: string): (Entry & { before: string }) | undefined {
  const from = part.toLowerCase().lastIndexOf('<p');
  const end = from < 0 ? -1 : part.indexOf('>', from);
  if (end < 0 || !/<\/p>$/i.test(part)) return undefined;
  const level = /mso-list:\s*l\d+\s+level(\d)/i.exec(part.slice(from, end))?.[1];
  if (level === undefined) return undefined;
  const content = part.slice(end + 1, -'</p>'.length);
  const { mark, rest } = splitMark(content);
  return { before: part.slice(0, from), level: Number(level), ordered: numbered.test(mark), words: rest };
}

/** Takes the bullet or number off the words of an entry: it stands between two conditions. */
function splitMark(content: string): { mark: string; rest: string } {
  const from = content.search(/<!(?:--)?\[if !supportLists\]/i);
  const closing = /<!(?:--)?\[endif\](?:--)?>/i.exec(content.slice(Math.max(from, 0)));
  if (from < 0 || !closing) return { mark: '', rest: content };
  const end = from + closing.index;
  const mark = removeBetween(removeBetween(content.slice(from, end), '<!--|-->'), '<![|]>');
  return {
    mark: mark.replace(/<[^<>]*>|&nbsp;|\s/g, ''),
    rest: content.slice(0, from) + content.slice(end + closing[0].length),
  };
}

/** Writes entries as a list, those of a deeper level as a list within the entry before them. */
function writeList(entries: readonly Entry[]): string {
  const [first] = entries;
  if (!first) return '';
  const tag = first.ordered ? 'ol' : 'ul';
  const items: string[] = [];
  let index = 0;
  while (index < entries.length) {
    const entry = entries[index];
    if (!entry) break;
    let next = index + 1;
    while ((entries[next]?.level ?? 0) > first.level) next += 1;
    items.push(`<li><p>${entry.words}</p>${writeList(entries.slice(index + 1, next))}</li>`);
    index = next;
  }
  return `<${tag}>${items.join('')}</${tag}>`;
}
