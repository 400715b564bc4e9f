/** How bad a problem is: an error keeps the definition from being used, a warning does not. */
export type Severity = 'error' | 'warning';

/** A fault in a definition, as a value. */
export interface Problem {
  /** The file, relative to the project's root, with forward slashes. */
  file: string;
  /** The line, from 1. */
  line: number;
  /** The column, from 1. */
  column: number;
  /** Where what is faulty ends: just behind its last character. */
  endLine: number;
  endColumn: number;
  /** JSON Pointer (RFC 6901) of the faulty value within the definition; empty for the whole file. */
  path: string;
  severity: Severity;
  /** A short stable name of the kind of fault, in kebab case, such as `unknown-key`. */
  code: string;
  /** What was expected, what is allowed and what was found. */
  message: string;
  /** The same in Chinese. */
  chinese: string;
}
