import type { Problem } from '../model/problem';
import type { Document } from './language/document';
import type { SoundDefinitions } from './soundDefinitions';

/** Surroundings in which things are found by name, such as a map. */
export interface Lookup<V> {
  get(name: string): V | undefined;
}

const nothing: Lookup<never> = { get: () => undefined };

/**
 * How far makers have come by what they looked up: they go on by the name that they look up next, or made something. Those that found the
 * same so far look up the same next, so that one way leads to a result, in however many surroundings results were made.
 */
interface Stage {
  /** What is looked up next, and where each thing that was found led. */
  name?: string;
  next?: Ways;
  made?: { result: unknown };
}

/** Where what was found leads, by identity. A way is gone with what leads there: what all share keeps nothing of an institution alive. */
class Ways {
  private readonly objects = new WeakMap<object, Stage>();
  private readonly others = new Map<unknown, Stage>();

  get(found: unknown): Stage | undefined {
    return isObjectLike(found) ? this.objects.get(found) : this.others.get(found);
  }

  set(found: unknown, stage: Stage): this {
    if (isObjectLike(found)) this.objects.set(found, stage);
    else this.others.set(found, stage);
    return this;
  }
}

const isObjectLike = (value: unknown): value is object => (typeof value === 'object' && value !== null) || typeof value === 'function';

/**
 * Remembers what was made, so that tenants share what none of them changes and a load shares with the one before it what did not
 * change on disk. What a result is made of is compared by identity, so results of results are remembered as well.
 */
export class Memo {
  private readonly newest = new Map<string, { inputs: readonly unknown[]; result: unknown }>();
  private readonly good = new Map<string, Document>();
  private readonly starts = new WeakMap<object, Map<string, Stage>>();

  /** @param sound what programs before this one found to be without Problems */
  constructor(readonly sound?: SoundDefinitions) {}

  /**
   * Returns what was last made under a name as long as it is made of the same, else makes it anew.
   * @param inputs all that the result depends on
   */
  recall<T>(name: string, inputs: readonly unknown[], make: () => T): T {
    const known = this.newest.get(name);
    if (known !== undefined && known.inputs.length === inputs.length && known.inputs.every((input, index) => input === inputs[index]))
      return known.result as T;
    const result = make();
    this.newest.set(name, { inputs, result });
    return result;
  }

  /** Forgets what was made under a name. */
  forget(name: string): void {
    this.newest.delete(name);
  }

  /** Forgets what was made under names that begin so. */
  forgetAll(start: string): void {
    for (const name of this.newest.keys()) if (name.startsWith(start)) this.newest.delete(name);
  }

  /** Remembers, of the files that all share, those that nothing is wrong with. @param problems what is wrong with any of them */
  keepGood(documents: Iterable<Document | undefined>, problems: readonly Problem[]): void {
    const broken = new Set(problems.filter(({ severity }) => severity === 'error').map(({ file }) => file));
    for (const document of documents) if (document && !broken.has(document.file)) this.good.set(document.file, document);
  }

  /** Returns the last version of a shared file that nothing was wrong with, which stands in for one with an error. */
  lastGood(file: string): Document | undefined {
    return this.good.get(file);
  }

  /**
   * Returns what a step made of a subject in equal surroundings, else makes it: every look-up of the maker is noted, those too that are made
   * through the result later, and the result holds wherever each of them finds the same. It is kept as long as the subject is.
   */
  share<V, T>(subject: object, step: string, make: (surroundings: Lookup<V>) => T, surroundings: Lookup<V> = nothing): T {
    const start = this.startOf(subject, step);
    const known = follow(start, surroundings);
    if (known !== undefined) return known.result as T;
    const noted = new Set<string>();
    let stage = start;
    const get = (name: string): V | undefined => {
      const value = surroundings.get(name);
      if (!noted.has(name)) {
        noted.add(name);
        stage = goOn(stage, name, value);
      }
      return value;
    };
    const result = make({ get });
    // Through a result that was made up to here before, more was looked up since.
    while (stage.name !== undefined) get(stage.name);
    stage.made = { result };
    return result;
  }

  private startOf(subject: object, step: string): Stage {
    const steps = this.starts.get(subject) ?? new Map<string, Stage>();
    this.starts.set(subject, steps);
    const start = steps.get(step) ?? {};
    steps.set(step, start);
    return start;
  }
}

/** Returns what was made by who found the same as is found here; undefined when nobody did. */
function follow(start: Stage, surroundings: Lookup<unknown>): { result: unknown } | undefined {
  let stage: Stage | undefined = start;
  while (stage?.name !== undefined) stage = stage.next?.get(surroundings.get(stage.name));
  return stage?.made;
}

/** Notes that something was looked up at a stage; what was made there depends on it from now on. @returns the stage after it */
function goOn(stage: Stage, name: string, value: unknown): Stage {
  if (stage.name !== name) {
    const { made } = stage;
    stage.made = undefined;
    stage.name = name;
    stage.next = new Ways().set(value, { made });
  }
  const known = stage.next?.get(value) ?? {};
  stage.next?.set(value, known);
  return known;
}
