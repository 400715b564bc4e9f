/** Surroundings in which things are found by name, such as a map. */
export interface Lookup<V> {
  get(name: string): V | undefined;
}

const nothing: Lookup<never> = { get: () => undefined };

/** A result and what was looked up to make it, by name. */
interface Trace {
  step: string;
  found: ReadonlyMap<string, unknown>;
  result: unknown;
}

/**
 * Remembers what was made, so that tenants share what none of them changes and a load shares with the one before it what did not
 * change on disk. What a result is made of is compared by identity, so results of results are remembered as well.
 */
export class Memo {
  private readonly newest = new Map<string, { inputs: readonly unknown[]; result: unknown }>();
  private readonly traces = new WeakMap<object, Trace[]>();

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

  /**
   * Returns what a step made of a subject in equal surroundings, else makes it: every look-up of the maker is noted, and the result
   * holds wherever each of them finds the same. It is kept as long as the subject is.
   */
  share<V, T>(subject: object, step: string, make: (surroundings: Lookup<V>) => T, surroundings: Lookup<V> = nothing): T {
    const traces = this.traces.get(subject) ?? [];
    const known = traces.find(
      (trace) => trace.step === step && [...trace.found].every(([name, value]) => surroundings.get(name) === value),
    );
    if (known !== undefined) return known.result as T;
    const found = new Map<string, V | undefined>();
    const get = (name: string): V | undefined => {
      const value = surroundings.get(name);
      found.set(name, value);
      return value;
    };
    const result = make({ get });
    this.traces.set(subject, [...traces, { step, found, result }]);
    return result;
  }
}
