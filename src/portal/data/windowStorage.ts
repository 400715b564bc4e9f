/** Returns what is kept in this window under a name; undefined where there is nothing, or the browser keeps nothing. */
export function readKept(name: string): string | undefined {
  try {
    return sessionStorage.getItem(name) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Forgets all that is kept in this window: who logs out leaves nothing to who comes next. */
export function forgetKept(): void {
  try {
    sessionStorage.clear();
  } catch {
    /* Nothing is kept. */
  }
}

/** Keeps a text in this window; the empty one takes away what was kept. A browser that keeps nothing is no reason to fail. */
export function keep(name: string, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, text);
  } catch {
    /* It then ends with the page. */
  }
}
