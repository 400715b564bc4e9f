import { readFileSync, readdirSync } from 'node:fs';
import { rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { loadDefinitions, type Definitions } from '../../src/definitions/load';
import type { Problem } from '../../src/model/problem';
import { project, sound, write, type Files } from './project';

/** A slip as somebody made it, and what the checker has to say of it. */
export interface BrokenCase {
  name: string;
  /** The files of the case, by path; what is not among them is that of a sound project. */
  files: Record<string, string>;
  /** The Problems, each `file:line:column severity code` and a part of the message. */
  problems: { place: string; part: string }[];
}

/**
 * Parses a case: sections that a line `-- path --` begins (as in the txtar format of Go), the last of them the Problems that are expected.
 * @param name what the case is called
 * @throws an Error for a text that is no case
 */
export function parseBrokenCase(name: string, text: string): BrokenCase {
  const sections = [...text.matchAll(/^-- (.+) --\n([^]*?)(?=^-- .+ --\n|$(?![^]))/gm)].map(([, path = '', content = '']) => ({
    path,
    content,
  }));
  const last = sections.pop();
  if (last?.path !== 'problems' || sections.length === 0) throw new Error(`${name} needs files, and then "-- problems --"`);
  const problems = last.content
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [, place = '', part = ''] = /^(\S.*?:\d+:\d+ \w+ [\w-]+) (.+)$/.exec(line) ?? [];
      if (place === '') throw new Error(`${name}: "${line}" is no Problem`);
      return { place, part };
    });
  return { name, files: Object.fromEntries(sections.map(({ path, content }) => [path, content])), problems };
}

/** Reads all cases of a folder, those of its folders too. */
export function readBrokenCases(folder: string): BrokenCase[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.txt'));
  return names
    .sort()
    .map((name) => parseBrokenCase(name.replaceAll('\\', '/').replace(/\.txt$/, ''), readFileSync(join(folder, name), 'utf8')));
}

/** Returns what checks a sound project with other files in it. All checks use one folder and what the one before has made of files that stay. */
export function createChecker(): (files: Files) => Promise<Problem[]> {
  const whole = sound();
  let root: string | undefined;
  let changed: Files = whole;
  let definitions: Definitions | undefined;
  let time = 1;
  return async (files) => {
    root ??= await project({});
    const folder = root;
    for (const file of Object.keys(changed))
      if (!(file in whole)) await rm(join(folder, findForeign(file, Object.keys(whole))), { recursive: true, force: true });
    const restored = Object.fromEntries(Object.keys(changed).flatMap((file) => (file in whole ? [[file, whole[file] ?? '']] : [])));
    const written = { ...restored, ...files };
    await write(folder, written);
    for (const file of Object.keys(written)) await utimes(join(folder, file), (time += 1), time);
    changed = files;
    definitions = await loadDefinitions(folder, definitions);
    for (const tenant of definitions.tenants)
      for (const locale of [undefined, ...definitions.locales(tenant)]) definitions.portal(tenant, locale);
    return definitions.problems;
  };
}

/** Returns a file, or the outermost folder around it, that is none of a project. */
function findForeign(file: string, whole: readonly string[]): string {
  const parts = file.split('/');
  const paths = parts.map((_part, index) => parts.slice(0, index + 1).join('/'));
  return paths.find((path) => !whole.some((other) => other.startsWith(`${path}/`))) ?? file;
}
