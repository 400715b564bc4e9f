import { pathToFileURL } from 'node:url';
import type { Theme } from '../../model/definitions.g';
import type { Render } from './document';

/**
 * What the portal's entry for servers exports. It is built apart and loaded by its file, so that no import ties the two together: a test
 * holds the entry to this type.
 */
export interface Renderer {
  renderPage: Render;
  buildThemeCss(theme: Theme): string;
}

const names = Object.keys({ renderPage: true, buildThemeCss: true } satisfies Record<keyof Renderer, true>);

/** Returns whether a module exports all that a renderer has. @internal */
export const isRenderer = (entry: object): entry is Renderer =>
  names.every((name) => typeof (entry as Readonly<Record<string, unknown>>)[name] === 'function');

/**
 * Loads the built entry.
 * @param path the file
 * @throws Error when there is none, or when it was built of other sources than this server
 */
export async function importRenderer(path: string): Promise<Renderer> {
  const entry = (await import(pathToFileURL(path).href)) as object;
  if (!isRenderer(entry)) throw new Error(`${path} does not export ${names.join(' and ')}; build the portal anew`);
  return entry;
}
