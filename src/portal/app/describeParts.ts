import { LRUCache } from 'lru-cache';
import type { ShellPayload } from '../../model/payload';
import { resolve } from '../../model/pointer';
import { toClockParts } from '../../runtime/time';
import type { PageContext } from '../data/context';
import type { CardProps } from '../ui/kindProps';

/** What a definition refers to outside of the entry that it shows. */
interface References {
  /** JSON Pointers, and what only looks like them. */
  pointers: readonly string[];
  codelists: readonly string[];
  /** Whether the number of the entry and the state of its list are among it. */
  asksIndex: boolean;
  asksList: boolean;
  /** Whether it leads to the login page and back to where the visitor is. */
  asksPlace: boolean;
}

/** By definition; undefined for what may refer to anything, and to the time. */
const references = new WeakMap<object, References | undefined>();
const numbers = new WeakMap<object, number>();
/** By what pages have of them, some thousands of characters each. */
const institutions = new LRUCache<string, number>({ max: 1_000 });
const shells = new WeakMap<ShellPayload, number>();
let lastNumber = 0;

/**
 * Returns all that the markup of a card is made of besides the institution; undefined when that cannot be told.
 * @param page what its components see of the page that it stands on
 */
export function describeCard(
  { card, row, index, lazy, level, list, opens }: CardProps,
  { page, scope, showContext, actionContext }: PageContext,
): readonly unknown[] | undefined {
  const found = [card, ...(opens ? [opens] : [])].map(findReferences);
  const all = found.filter((each) => each !== undefined);
  if (all.length < found.length) return undefined;
  return [
    'card',
    identify(card),
    opens ? identify(opens) : 0,
    level,
    lazy,
    row,
    // A year that is not the present one is written out.
    toClockParts(showContext.now).year,
    page.alts ?? 0,
    all.some(({ asksIndex }) => asksIndex) ? index : 0,
    all.some(({ asksList }) => asksList) ? list : 0,
    all.some(({ asksPlace }) => asksPlace) ? [actionContext.login, actionContext.here, actionContext.signedIn] : 0,
    all.flatMap(({ pointers }) => pointers.map((pointer) => resolve(pointer, scope) ?? null)),
    all.flatMap(({ codelists }) => codelists.map((name) => showContext.labels[name] ?? null)),
  ];
}

/** Returns a number that stands for all that pages have of their institution, in the language that they are read in. */
export function identifyInstitution(shell: ShellPayload): number {
  const known = shells.get(shell) ?? numberInstitution(shell);
  shells.set(shell, known);
  return known;
}

function numberInstitution({ texts, ...rest }: ShellPayload): number {
  const key = `${identify(texts)} ${JSON.stringify(rest)}`;
  const number = institutions.get(key) ?? (lastNumber += 1);
  institutions.set(key, number);
  return number;
}

/** Returns a number by which an object is known as long as it lives. */
function identify(value: object): number {
  const number = numbers.get(value) ?? (lastNumber += 1);
  numbers.set(value, number);
  return number;
}

function findReferences(definition: object): References | undefined {
  if (references.has(definition)) return references.get(definition);
  const found = { pointers: new Set<string>(), codelists: new Set<string>(), words: new Set<string>() };
  collect(definition, found);
  const roots = new Set([...found.pointers].map((pointer) => pointer.split('/')[1]));
  // An expression may read whatever it likes; what goes by the clock, as somebody's age does, is never the same again.
  const isOpen = found.words.has('expression') || found.words.has('youngerThan') || roots.has('now');
  const known: References | undefined = isOpen
    ? undefined
    : {
        pointers: [...found.pointers].filter((pointer) => !/^\/(?:row|index|list)(?:\/|$)/.test(pointer)),
        codelists: [...found.codelists],
        asksIndex: roots.has('index'),
        asksList: roots.has('list'),
        asksPlace: found.words.has('requires') || found.words.has('controls'),
      };
  references.set(definition, known);
  return known;
}

/** Collects the pointers of a definition, which stand in it as values and as names of conditions, its code lists and its names. */
function collect(value: unknown, found: Readonly<Record<'pointers' | 'codelists' | 'words', Set<string>>>): void {
  if (typeof value === 'string' && value.startsWith('/')) found.pointers.add(value);
  if (value === null || typeof value !== 'object') return;
  for (const [name, part] of Object.entries(value)) {
    (name.startsWith('/') ? found.pointers : found.words).add(name);
    if (name === 'codelist' && typeof part === 'string') found.codelists.add(part);
    collect(part, found);
  }
}
