import type { Json } from '../../../model/json';

/** Returns what this browser keeps under a name; undefined where there is nothing, or it keeps nothing. */
export function readSetting(name: string): Json | undefined {
  try {
    return JSON.parse(localStorage.getItem(name) ?? 'null') as Json;
  } catch {
    return undefined;
  }
}

/** Keeps a value in this browser; undefined takes away what was kept. A browser that keeps nothing is no reason to fail. */
export function writeSetting(name: string, value: Json | readonly string[] | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(name);
    else localStorage.setItem(name, JSON.stringify(value));
  } catch {
    /* It then ends with the page. */
  }
}
