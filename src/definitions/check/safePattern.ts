import { compileLinear } from '../language/linearPattern';

/** The longest regular expression of a condition or a field. */
const maxExpressionLength = 200;

/**
 * Says why a regular expression cannot be used in a condition or a field: it does not compile, RE2, which servers run it on, refuses it, or
 * JavaScript's matcher, which browsers run it on and which backtracks, could take very long (a repeated group that itself repeats or chooses).
 * @returns the reason, or undefined when it can be used
 */
export function findUnsafeReason(expression: string): string | undefined {
  if (expression.length > maxExpressionLength) return `it is longer than ${maxExpressionLength} characters`;
  try {
    new RegExp(expression, 'u');
  } catch {
    return 'it is not a regular expression';
  }
  if (/^\/.*\/[a-z]*$/.test(expression)) return 'it stands without slashes around it';
  const plain = expression.replace(/\\[^1-9k]/g, '.').replace(/\[(?:\^?\]?)[^\][]*\]/g, '.');
  if (/\(\?<?[=!]/.test(plain)) return 'look-ahead and look-behind are not allowed';
  if (/\\[1-9k]/.test(plain)) return 'back-references are not allowed';
  if (/\(\?(?!:|<[A-Za-z])/.test(plain)) return 'only plain, named and (?:...) groups are allowed';
  if (/\{(\d{4,}|\d*,\d{4,})\}/.test(plain)) return 'more than 999 repeats are not allowed';
  if (hasRepeatedRepeat(plain)) return 'a repeated group contains repeats or choices, which can take very long';
  try {
    compileLinear(expression);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function hasRepeatedRepeat(plain: string): boolean {
  const open: boolean[] = [];
  const unbounded = /^([*+]|\{\d+,\})/;
  for (let index = 0; index < plain.length; index += 1) {
    const character = plain[index];
    if (character === '(') open.push(false);
    const branching = character === '|' || unbounded.test(plain.slice(index, index + 6));
    if (branching && open.length > 0) open[open.length - 1] = true;
    if (character !== ')') continue;
    const risky = open.pop() ?? false;
    if (risky && unbounded.test(plain.slice(index + 1, index + 7))) return true;
    if (risky && open.length > 0) open[open.length - 1] = true;
  }
  return false;
}
