import type { Stats } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Problem } from '../../model/problem';
import type { Memo } from '../memo';
import * as messages from '../problems/messages';
import { type Disk, inBetween } from './disk';
import { parseDefinition, type Parsed } from './parse';

/** The texts of files that are open in an editor and not saved, by their paths below the root. */
export type Unsaved = ReadonlyMap<string, string>;

const nothing: Unsaved = new Map();

/** Larger files are refused; the largest real one has a twentieth of it. */
const maxBytes = 1024 * 1024;

/**
 * Reads one definition file.
 * @param root the folder that holds `schemas` and `tenants`
 * @param file its path below the root, with forward slashes
 * @param memo a file whose time and size are unchanged is not read again
 * @param unsaved what editors hold instead of files
 * @returns its document or its Problems; neither when it is not there; never throws
 */
export async function readDefinition(
  root: string,
  file: string,
  memo: Memo,
  unsaved: Unsaved = nothing,
  disk: Disk = inBetween,
): Promise<Parsed> {
  const path = join(root, file);
  const open = unsaved.get(file);
  if (open !== undefined) return memo.recall(file, [open], () => Promise.resolve(parseDefinition(file, new TextEncoder().encode(open))));
  try {
    const stats = await disk.stat(path);
    if (!stats.isFile()) return refuse(file, messages.unreadable('it is not a file'));
    if (stats.size > maxBytes) return refuse(file, messages.tooLarge(stats.size, maxBytes));
    const stamp = `${stats.mtimeMs}:${stats.size}`;
    return await memo.recall(file, [stamp], async () => parseDefinition(file, await disk.readFile(path)));
  } catch (reason) {
    memo.forget(file);
    const code = getErrorCode(reason);
    if (!isAbsent(code)) return refuse(file, messages.unreadable(code));
    const isLink = await lstat(path).then(
      (stats) => stats.isSymbolicLink(),
      () => false,
    );
    return isLink ? refuse(file, messages.unreadable('it is a link to a file that is not there')) : { problems: [] };
  }
}

/** Whether a file or a folder could not be read because it is not there. */
const isAbsent = (code: string): boolean => code === 'ENOENT' || code === 'ENOTDIR';

/** Returns the entries of a folder, sorted by name; those that begin with a dot are nobody's. A folder that is not there is empty. */
export async function listFolder(root: string, folder: string, disk: Disk = inBetween): Promise<{ names: string[]; problems: Problem[] }> {
  try {
    const names = await disk.readdir(join(root, folder));
    return { names: names.filter((name) => !name.startsWith('.')).sort(), problems: [] };
  } catch (reason) {
    const code = getErrorCode(reason);
    return { names: [], problems: isAbsent(code) ? [] : refuse(folder, messages.unreadable(code)).problems };
  }
}

/** Returns the names of the `.json` files of a folder without their ending, sorted, and what else lies there. */
export async function listDefinitions(
  root: string,
  folder: string,
  disk: Disk = inBetween,
): Promise<{ names: string[]; others: string[]; problems: Problem[] }> {
  const { names, problems } = await listFolder(root, folder, disk);
  return {
    names: names.filter((name) => name.endsWith('.json')).map((name) => name.slice(0, -'.json'.length)),
    others: names.filter((name) => !name.endsWith('.json')),
    problems,
  };
}

/** Returns time and size of a file as one text, at once where the disk answers at once; empty when there is none. */
export function readStamp(root: string, file: string, disk: Disk = inBetween): string | Promise<string> {
  try {
    const stats = disk.stat(join(root, file));
    return stats instanceof Promise ? stats.then(writeStamp, () => '') : writeStamp(stats);
  } catch {
    return '';
  }
}

const writeStamp = ({ mtimeMs, size }: Stats): string => `${mtimeMs}:${size}`;

/**
 * Runs a task for each input, so many at a time, because thousands of open files exceed the limits of common systems. What is done at once is not
 * waited for: a look at all definition files would take three times as long.
 */
export async function mapConcurrently<T, R>(inputs: readonly T[], task: (input: T) => R | Promise<R>, atOnce = 48): Promise<R[]> {
  const results: R[] = new Array<R>(inputs.length);
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let index = next++; index < inputs.length; index = next++) {
      const made = task(inputs[index] as T);
      results[index] = made instanceof Promise ? await made : made;
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, inputs.length) }, worker));
  return results;
}

function refuse(file: string, fault: messages.Fault): { problems: Problem[] } {
  return { problems: [messages.createFileProblem(file, fault)] };
}

const getErrorCode = (reason: unknown): string => (reason instanceof Error && 'code' in reason ? String(reason.code) : 'unknown reason');
