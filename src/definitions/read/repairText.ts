import { findNodeAtLocation, getLocation, parseTree } from 'jsonc-parser';
import type { Problem } from '../../model/problem';
import { parseDefinition } from './parse';

/** Puts right what can be in one file: from its end, so that places before it stay where they are. */
export function repairText(text: string, problems: readonly Problem[], told: (problem: Problem) => void = () => {}): string {
  const places = new Map(problems.map((problem) => [offsetOf(text, problem), problem]));
  return [...places]
    .sort(([one], [other]) => other - one)
    .reduce((done, [offset, problem]) => {
      const next = repairOne(done, offset, problem);
      if (next !== done) told(problem);
      return next;
    }, text);
}

function repairOne(text: string, offset: number, { file, code, fix }: Problem): string {
  if (fix === undefined || !text.startsWith(fix.from, offset)) return text;
  const edited = fix.to === null ? removeMember(text, offset) : text.slice(0, offset) + fix.to + text.slice(offset + fix.from.length);
  // The right name may stand beside the wrong one.
  const isWorse =
    code !== 'not-json' &&
    parseDefinition(file, Buffer.from(edited)).document === undefined &&
    parseDefinition(file, Buffer.from(text)).document !== undefined;
  return isWorse ? text : edited;
}

const offsetOf = (text: string, { line, column }: Problem): number =>
  text
    .split('\n')
    .slice(0, line - 1)
    .reduce((sum, before) => sum + before.length + 1, column - 1);

/** Takes a member away with its comma and the space up to what is beside it; jsonc-parser's own edit joins what is before and behind. */
export function removeMember(text: string, offset: number): string {
  const tree = parseTree(text);
  const member = tree && findNodeAtLocation(tree, getLocation(text, offset + 1).path)?.parent;
  if (member === undefined) return text;
  const [before, behind] = [text.slice(0, member.offset), text.slice(member.offset + member.length)];
  return /^\s*,/.test(behind) ? before + behind.replace(/^\s*,\s*/, '') : before.replace(/,\s*$/, '') + behind;
}
