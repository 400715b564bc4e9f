import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { WriteDocument } from './desk/desk';
import { type BaseFiles, createDocument, type Document } from './language/document';
import { Memo } from './memo';

/** So many definitions are known: those of the desks of half a dozen institutions that have little in common. */
const mostDocuments = 300;

/**
 * What desks have in common that are made of the same files. Most of what is derived for one is what was derived for another, or for the same
 * one before its settings were changed: it is checked and compiled once.
 */
class DeskMemory {
  readonly memo = new Memo();
  private readonly documents = new LRUCache<string, Document>({ max: mostDocuments });

  /** Writes a definition as a file: the one that was written before, when it says the same. */
  readonly write: WriteDocument = (file, value) => {
    const text = JSON.stringify(value, undefined, 2);
    const key = `${file} ${createHash('sha256').update(text).digest('base64url')}`;
    const document = this.documents.get(key) ?? createDocument(file, text, value);
    this.documents.set(key, document);
    return document;
  };
}

const memories = new WeakMap<BaseFiles, DeskMemory>();

/** Returns what is known of the desks that are made of some files; it is gone with these. */
export function deskMemoryOf(base: BaseFiles): DeskMemory {
  const memory = memories.get(base) ?? new DeskMemory();
  memories.set(base, memory);
  return memory;
}
