/** Says whether a text holds what a regular expression describes. */
export type Matcher = (text: string) => boolean;

/**
 * Prepares a regular expression of the language, in JavaScript's notation with the flag u.
 * @throws Error for one that it cannot run
 */
export type PatternEngine = (pattern: string) => Matcher;

const compileNative: PatternEngine = (pattern) => {
  const expression = new RegExp(pattern, 'u');
  return (text) => expression.test(text);
};

let compile = compileNative;
const matchers = new Map<string, Matcher>();

/**
 * Sets what runs the patterns of definitions. A browser keeps its own matcher, which backtracks, for it keeps only its own visitor
 * waiting; a server is asked by strangers and takes one whose time grows with the text alone.
 */
export function setPatternEngine(engine: PatternEngine): void {
  compile = engine;
  matchers.clear();
}

/** Returns whether a text holds what a pattern of a definition describes. */
export function matchesPattern(pattern: string, text: string): boolean {
  let matches = matchers.get(pattern);
  if (!matches) matchers.set(pattern, (matches = compile(pattern)));
  return matches(text);
}
