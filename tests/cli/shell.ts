import { vi } from 'vitest';

/** What a command wrote, line by line, and the code with which its program ends. */
export interface Run {
  printed: string;
  code: unknown;
}

/**
 * Runs a command as a shell does, and leaves the process as it was.
 * @param words what is typed: the name of the command and what follows it
 * @param variables of the environment, besides those that are there
 */
export async function runTyped(
  command: () => Promise<unknown>,
  words: readonly string[],
  variables: Readonly<Record<string, string>>,
): Promise<Run> {
  const { argv, env } = process;
  const lines: string[] = [];
  const ways = (['log', 'error'] as const).map((way) => vi.spyOn(console, way).mockImplementation((line: string) => void lines.push(line)));
  process.argv = ['node', ...words];
  process.env = { ...env, ...variables };
  try {
    return { code: await command(), printed: lines.join('\n') };
  } finally {
    Object.assign(process, { argv, env });
    for (const way of ways) way.mockRestore();
  }
}

/** Loads a program as a shell does without a word more, and leaves the process as it was. @returns its exit code and what it wrote as an error */
export async function runAlone(name: string, load: () => Promise<unknown>): Promise<Run> {
  const { argv, exitCode } = process;
  const lines: string[] = [];
  const error = vi.spyOn(console, 'error').mockImplementation((line: string) => void lines.push(line));
  process.argv = ['node', name];
  try {
    await load();
    return { code: process.exitCode, printed: lines.join('\n') };
  } finally {
    process.argv = argv;
    process.exitCode = exitCode;
    error.mockRestore();
  }
}
