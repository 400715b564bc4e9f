import type { Dirent } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { Json } from '../../model/json';
import type { Problem } from '../../model/problem';
import { detectPicture, endingOf, findPictureFile, mediaNamePattern, pictureHeadBytes } from '../../runtime/pictureFile';
import type { Document } from '../language/document';
import { metaSchemas } from '../language/metaSchemas';
import type { Memo } from '../memo';
import * as messages from '../problems/messages';
import type { Disk } from './disk';
import { mapConcurrently, readStamp } from './files';

/** A file that an institution keeps for its visitors. */
export interface MediaFile {
  size: number;
  /** The ending that its content belongs to; undefined when it is no picture. */
  picture: string | undefined;
}

/** Names of the files in an institution's folder `media`, those of its folders too; links are nobody's. */
export async function listMedia(root: string, tenant: string, disk: Disk): Promise<string[]> {
  const visit = async (folder: string): Promise<string[]> => {
    const entries = await listEntries(join(root, 'tenants', tenant, 'media', folder), disk);
    const names = await mapConcurrently(entries, async (entry) => {
      const name = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.name.startsWith('.')) return [];
      return entry.isDirectory() ? visit(name) : entry.isFile() ? [name] : [];
    });
    return names.flat();
  };
  return (await visit('')).sort();
}

/** What a folder holds; nothing when it cannot be read. */
async function listEntries(folder: string, disk: Disk): Promise<Dirent[]> {
  try {
    return await disk.listEntries(folder);
  } catch {
    return [];
  }
}

/** Reads what is known of the files that an institution keeps; of unchanged ones no byte is read again. */
export async function readMedia(root: string, tenant: string, memo: Memo, disk: Disk): Promise<Map<string, MediaFile>> {
  const names = await listMedia(root, tenant, disk);
  const files = await mapConcurrently(names, async (name): Promise<[string, MediaFile]> => {
    const file = `tenants/${tenant}/media/${name}`;
    const stamp = await readStamp(root, file, disk);
    const picture = await memo.recall(file, [stamp], async () =>
      findPictureFile(endingOf(name)) ? detectPicture(await readHead(join(root, file)), endingOf(name)) : undefined,
    );
    return [name, { size: Number(stamp.split(':')[1] ?? 0), picture }];
  });
  return new Map(files);
}

/** The first bytes of a file; none when it cannot be read. */
async function readHead(path: string): Promise<Uint8Array> {
  let file: FileHandle | undefined;
  try {
    file = await open(path);
    const { buffer, bytesRead } = await file.read(new Uint8Array(pictureHeadBytes), 0, pictureHeadBytes, 0);
    return buffer.subarray(0, bytesRead);
  } catch {
    return new Uint8Array();
  } finally {
    await file?.close();
  }
}

/** Finds pictures that are too large, or not what their names say. */
export const findBadPictures = (tenant: string, media: ReadonlyMap<string, MediaFile>): Problem[] =>
  [...media].flatMap(([name, { size, picture }]) => {
    const known = findPictureFile(endingOf(name));
    if (!known) return [];
    const report = (fault: messages.Fault): Problem => messages.createFileProblem(`tenants/${tenant}/media/${name}`, fault);
    if (!mediaNamePattern.test(name)) return [report(messages.badMediaName(name))];
    if (size > known.largest) return [report(messages.largePicture(size, known.largest))];
    return picture !== endingOf(name) ? [report(messages.wrongPicture(endingOf(name), picture))] : [];
  });

/** Finds names of files in an institution's definitions that its folder `media` does not have. */
export function findMissingMedia(documents: readonly (Document | undefined)[], media: ReadonlyMap<string, MediaFile>): Problem[] {
  const known = [...media.keys()].map((name) => `/media/${name}`);
  return checkTexts(documents, (text) => {
    const [address = ''] = text.split(/[?#]/);
    // What has no ending is a reference to a load of that name.
    const isThere = !/^\/media\/.*\.[A-Za-z0-9]+$/.test(address) || known.includes(decode(address));
    return isThere ? undefined : messages.noSuchMedia(address, known);
  });
}

/** What pictures are drawn of, at /pictures/<motif>/<name>.svg, besides marks and covers. */
const motifs = (metaSchemas.tenant.properties?.['theme']?.properties?.['motif']?.enum ?? []).map(String);
const drawn = [...motifs, 'logo', 'words'];

/** Finds addresses of pictures in definitions that nobody draws. */
export const findUnknownPictures = (documents: readonly (Document | undefined)[]): Problem[] =>
  checkTexts(documents, (text) => {
    const [, motif, rest] = /^\/pictures\/([^/{}$]+)(\/[^/?#]+\.svg(?:[?#].*)?)$/.exec(text) ?? [];
    if (motif === undefined || drawn.includes(motif)) return undefined;
    return messages.noSuchPicture(
      text,
      drawn.map((each) => `/pictures/${each}${rest}`),
      motifs,
    );
  });

/** @param check returns what is wrong with a text; undefined where nothing is */
function checkTexts(documents: readonly (Document | undefined)[], check: (text: string) => messages.Fault | undefined): Problem[] {
  return documents.flatMap((document) => {
    if (document === undefined) return [];
    const { problems, report } = messages.collectProblems(document.place);
    const visit = (value: Json | undefined, path: readonly string[]): void => {
      if (typeof value === 'string') {
        const fault = check(value);
        if (fault) report(path, fault);
      } else if (value !== null && typeof value === 'object') for (const [key, part] of Object.entries(value)) visit(part, [...path, key]);
    };
    visit(document.value, []);
    return problems;
  });
}

/** An address as the file is called. */
function decode(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}
