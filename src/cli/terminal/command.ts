import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, type ParseArgsConfig } from 'node:util';

/** Arguments that make no sense: the command says how it is used. */
export class UsageError extends Error {}

type Options = NonNullable<ParseArgsConfig['options']>;
type Parsed<O extends Options> = ReturnType<typeof parseArgs<{ args: string[]; allowPositionals: true; options: O & typeof help }>>;

const help = { help: { type: 'boolean' } } as const;

/**
 * Reads the arguments of a command; `--help` is one of every command.
 * @throws UsageError naming an option that the command does not have, or that lacks its value
 */
export function readOptions<O extends Options>(args: readonly string[], options: O): Parsed<O> {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: { ...options, ...help } });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new UsageError(message.split('. ')[0]);
  }
}

/** Returns where the folder or file is that was typed: npm starts programs in the project's folder, and says where it was called. */
export const resolveTyped = (path: string): string => resolve(process.env['INIT_CWD'] ?? process.cwd(), path);

/** Returns the word when it is one of those that are known. @throws UsageError that names another word */
export function parseWord<Word extends string>(known: readonly Word[], word: string | undefined): Word {
  const found = known.find((each) => each === word);
  if (found === undefined) throw new UsageError(word === undefined ? '' : `Expected ${known.join(', ')}, found "${toOneLine(word)}".`);
  return found;
}

/**
 * Runs a command with the arguments of this process, and prints what it fails of.
 * @param work is given what stands between the options, and the options; returns the exit code
 * @returns the exit code: that of the work, 0 after `--help`, 1 when the work throws, 2 when it throws UsageError
 */
export async function runCommand<O extends Options>(
  usage: string,
  options: O,
  work: (words: readonly string[], values: Parsed<O>['values']) => Promise<number>,
): Promise<number> {
  for (const stream of [process.stdout, process.stderr])
    if (!stream.listeners('error').includes(passOverEnd)) stream.on('error', passOverEnd);
  try {
    const { positionals, values } = readOptions(process.argv.slice(2), options);
    if (!('help' in values)) return await work(positionals, values);
    console.log(usage);
    return 0;
  } catch (error) {
    console.error(describeFailure(error, usage));
    return error instanceof UsageError ? 2 : 1;
  }
}

/** Who reads no further, as `| head` does, misses what is printed: the work goes on all the same, and so does its exit code. */
function passOverEnd(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}

/** Tells why a command failed: the message of the error and of those that caused it, and the usage when that was the fault. */
export const describeFailure = (error: unknown, usage: string): string =>
  error instanceof UsageError ? [error.message, usage].filter((text) => text !== '').join('\n\n') : getMessage(error);

function getMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // An attempt at several addresses fails with an empty message.
  const reason = error.message || ('code' in error ? String(error.code) : error.name);
  return error.cause === undefined ? reason : `${reason}: ${getMessage(error.cause)}`;
}

/** Returns the project's folder, which programs of src/cli are as deep in before they are built as after. */
export const findProjectFolder = (program: string): string => resolve(dirname(fileURLToPath(program)), '../..');

/** Returns what visitors wrote on one line for a terminal, where control characters have no business; at most 120 characters. */
export const toOneLine = (text: string): string => text.replace(/[\p{Cc}\p{Cf}]+/gu, ' ').slice(0, 120);
