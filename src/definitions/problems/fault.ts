import type { Fix, Problem, Severity } from '../../model/problem';
import { startOf, type FilePlace, type Locate, type MemberPart } from '../language/document';
import { formatPointer } from '../../model/pointer';
import type rules from './rules.json';
import { toWords, type Phrase } from './words';

/** Every kind of fault has a rule in `rules.json`, that of names which are not there together: `unknown-card`. */
type ProblemCode = keyof typeof rules | `unknown-${string}`;

/** What is wrong, without where. Every wording is one function of `messages.ts`, named for the fault: `report(path, unknownKey(...))`. */
export interface Fault {
  code: string;
  severity: Severity;
  message: string;
  chinese: string;
  /** See {@link Problem}. */
  fix?: Fix;
}

/** Reports a fault at a path of a definition, at the name or the value that stands there. */
export type Report = (path: readonly string[], fault: Fault, part?: MemberPart) => void;

/** More Problems of one file than this are noise. */
export const maxProblemsPerFile = 100;

/** Puts a fault at a place. */
export const createProblem = (place: FilePlace, path: string, fault: Fault): Problem => ({ ...place, path, ...fault });

/** Puts a fault at a file as a whole. */
export const createFileProblem = (file: string, fault: Fault): Problem => createProblem(startOf(file), '', fault);

/** Puts a fault where the name or the value that a path of a definition leads to was written. */
export const createProblemAt = (locate: Locate, path: readonly string[], fault: Fault, part?: MemberPart): Problem =>
  createProblem(locate(path, part), formatPointer(path), fault);

/** Returns a list and what adds the Problems of a definition to it. */
export function collectProblems(locate: Locate): { problems: Problem[]; report: Report } {
  const problems: Problem[] = [];
  return { problems, report: (path, fault, part) => void problems.push(createProblemAt(locate, path, fault, part)) };
}

/** Types of JSON Schema, in the words of who writes definitions. */
const typeWords: Readonly<Record<string, string>> = {
  string: 'a text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};
export const describeType = (type: string): string => typeWords[type] ?? type;

export const createFault = (code: string, severity: Severity, phrase: Phrase, fix?: Fix): Fault => {
  const { english, chinese } = toWords(phrase);
  return { code, severity, message: english, chinese, ...(fix === undefined ? {} : { fix }) };
};
export const createError = (code: ProblemCode, phrase: Phrase, fix?: Fix): Fault => createFault(code, 'error', phrase, fix);
export const createWarning = (code: ProblemCode, phrase: Phrase, fix?: Fix): Fault => createFault(code, 'warning', phrase, fix);

export const formatPlace = (place: FilePlace): string => `${place.file}:${place.line}:${place.column}`;
