/** What references can reach while something is shown: named roots and the values under them. */
export type Scope = Readonly<Record<string, unknown>>;
