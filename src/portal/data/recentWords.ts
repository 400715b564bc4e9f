/** Where a browser keeps what was searched for in it, and how many words. */
const name = 'searchWords';
const most = 8;
const longest = 100;

/** Returns what was searched for in this browser last, the last first. */
export function readRecentWords(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(name) ?? '[]');
    return Array.isArray(kept)
      ? kept.filter((word): word is string => typeof word === 'string' && word.length <= longest).slice(0, most)
      : [];
  } catch {
    return [];
  }
}

/** Keeps a word in this browser, and there alone. A browser that keeps nothing is no reason to fail. */
export function rememberWord(typed: string): void {
  const word = typed.trim().slice(0, longest);
  if (word === '') return;
  try {
    localStorage.setItem(name, JSON.stringify([word, ...readRecentWords().filter((other) => other !== word)].slice(0, most)));
  } catch {
    /* It is then not offered again. */
  }
}

/** Forgets all words: when the visitor wants it, and when a member leaves a browser that others may use. */
export function forgetWords(): void {
  try {
    localStorage.removeItem(name);
  } catch {
    /* There is none. */
  }
}
