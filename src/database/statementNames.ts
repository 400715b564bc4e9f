/** Told of statements: by their texts, which hold no values. */
export interface StatementObserver {
  /** Called when a statement is sent. @returns what is called when it was answered, or was not */
  (text: string): (failed: boolean) => void;
}

const mostNames = 1_000;
const names = new Map<string, string>();

/** Returns what a statement does, and with which table first, such as `select item`: names are few, and the same for all its values. */
export function describeStatement(text: string): string {
  const known = names.get(text) ?? readName(text);
  if (names.size < mostNames) names.set(text, known);
  return known;
}

function readName(text: string): string {
  const first = /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? 'other';
  const change = first === 'with' ? /\b(insert|update|delete)\s+(?:into\s+|from\s+)?"?\w/i.exec(text) : null;
  const verb = first === 'with' ? (change?.[1]?.toLowerCase() ?? 'select') : first;
  const table = tables[verb]?.exec(text)?.[1];
  return table === undefined ? verb : `${verb} ${table}`;
}

const tables: Readonly<Record<string, RegExp>> = {
  select: /\bfrom\s+"?([a-z]\w*)/i,
  insert: /\binsert\s+into\s+"?(\w+)/i,
  update: /\bupdate\s+"?(\w+)/i,
  delete: /\bdelete\s+from\s+"?(\w+)/i,
};
