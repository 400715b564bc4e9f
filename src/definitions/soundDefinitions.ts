import { createHash } from 'node:crypto';
import type { Json } from '../model/json';
import type { Document, Layer } from './language/document';
import { remember } from './language/remember';

/** So many are known; of more those are forgotten that were of no use for the longest time. */
const mostKnown = 20_000;

const hash = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 22);
const hashContent = remember((value: object): string => hash(JSON.stringify(value)));

/**
 * What was checked and found to be without any Problem, by a hash of all that it was made of and of the program that checked it. It outlives
 * the program, which does not hold thousands of definitions against their meta-schemas again each time that it starts.
 */
export class SoundDefinitions {
  private readonly keys: Set<string>;
  private isNew = false;

  /**
   * @param program changes with whatever a program finds wrong
   * @param keys what {@link takeNew} returned before
   */
  constructor(
    private readonly program: string,
    keys: Iterable<string> = [],
  ) {
    this.keys = new Set(keys);
  }

  /** Returns what definitions are known by that are made of layers. */
  keyOf(what: string, base: readonly Layer[], patches: readonly Layer[]): string {
    const describe = ({ document, from, onto }: Layer): Json => [hashContent(document.value), [...from], [...onto]];
    return hash(JSON.stringify([this.program, what, base.map(describe), patches.map(describe)]));
  }

  /** Returns what definitions are known by that are made of whole files. */
  keyOfFiles(what: string, files: readonly (readonly [name: string, document: Document | undefined])[]): string {
    return hash(
      JSON.stringify([this.program, what, files.map(([name, document]) => [name, document ? hashContent(document.value) : null])]),
    );
  }

  /** Whether something was found to be without any Problem. */
  has(key: string): boolean {
    // What is of use comes last.
    const isKnown = this.keys.delete(key);
    if (isKnown) this.keys.add(key);
    return isKnown;
  }

  /** Notes that something is without any Problem. */
  add(key: string): void {
    this.keys.add(key);
    this.isNew = true;
  }

  /** Returns what is known, to be kept, if there is more than when it was last asked for. */
  takeNew(): string[] | undefined {
    if (!this.isNew) return undefined;
    this.isNew = false;
    return [...this.keys].slice(-mostKnown);
  }
}
