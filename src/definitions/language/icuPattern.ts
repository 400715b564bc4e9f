import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';

/** A parsed ICU MessageFormat pattern. */
interface ParsedPattern {
  /** The library's syntax tree. */
  tree: MessageFormatElement[];
  /** The names of its arguments, in order, without repetition. */
  args: string[];
  /** The text says itself: nothing in it has to be formatted. */
  plain: boolean;
}

/** The longest pattern, and the deepest nesting of choices in it, that are read; the library's parser recurses. */
const maxPatternLength = 2000;
const maxNesting = 16;

const known = new Map<string, ParsedPattern | string>();

/**
 * Parses an ICU MessageFormat pattern; angle brackets are plain text.
 * @returns the parsed pattern, or a text that says what is wrong; results are remembered, because tenants share patterns
 */
export function parseIcuPattern(pattern: string): ParsedPattern | string {
  const before = known.get(pattern);
  if (before !== undefined) return before;
  const result = parsePattern(pattern);
  if (known.size > 20_000) known.clear();
  known.set(pattern, result);
  return result;
}

/** What the library's parser says, in the words of who writes texts. */
const reasons: Readonly<Record<string, string>> = {
  EXPECT_ARGUMENT_CLOSING_BRACE: "a { has no } (a brace that is meant as one is written '{')",
  UNCLOSED_TAG: 'a < has no >',
  EMPTY_ARGUMENT: 'there is no name in {}',
  MALFORMED_ARGUMENT: 'a { is followed by something else than a name',
  MISSING_OTHER_CLAUSE: 'a plural or select needs "other {…}" at its end',
  INVALID_ARGUMENT_TYPE: 'after the name and a comma only number, date, time, plural, select and selectordinal can follow',
  EXPECT_ARGUMENT_TYPE: 'the comma after a name is followed by nothing',
  UNMATCHED_CLOSING_TAG: 'a closing tag has no opening one',
};

function parsePattern(pattern: string): ParsedPattern | string {
  if (pattern.length > maxPatternLength) return `it is longer than ${maxPatternLength} characters`;
  if (measureNesting(pattern) > maxNesting) return `braces are nested more than ${maxNesting} deep`;
  try {
    const tree = parse(pattern, { ignoreTag: true, shouldParseSkeletons: true, captureLocation: false });
    const args = new Set<string>();
    collect(tree, args);
    const only = tree[0];
    return {
      tree,
      args: [...args],
      plain: tree.length === 0 || (tree.length === 1 && only?.type === TYPE.literal && only.value === pattern),
    };
  } catch (reason) {
    return reason instanceof Error ? (reasons[reason.message] ?? reason.message.toLowerCase().replace(/_/g, ' ')) : 'unknown reason';
  }
}

function measureNesting(pattern: string): number {
  let depth = 0;
  let deepest = 0;
  for (const character of pattern) {
    if (character === '{') depth += 1;
    if (character === '}') depth -= 1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

function collect(tree: readonly MessageFormatElement[], args: Set<string>): void {
  for (const element of tree) {
    if (element.type === TYPE.literal || element.type === TYPE.pound) continue;
    args.add(element.value);
    if (element.type === TYPE.plural || element.type === TYPE.select)
      for (const option of Object.values(element.options)) collect(option.value, args);
    if (element.type === TYPE.tag) collect(element.children, args);
  }
}

/** Takes a pattern among those to be formatted, unless it says itself, and returns its arguments. */
export function notePattern(text: string, patterns: Record<string, unknown>): readonly string[] {
  const parsed = parseIcuPattern(text);
  if (typeof parsed === 'string' || parsed.plain) return [];
  patterns[text] = parsed.tree;
  return parsed.args;
}
