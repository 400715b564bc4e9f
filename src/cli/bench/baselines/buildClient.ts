import { join } from 'node:path';

/** Builds the script of a page that is written by hand. @param name that of its file here. @returns the script, as it is for production */
export async function buildClient(root: string, name: string): Promise<string> {
  // Only who measures has it.
  const { build } = await import('vite');
  const input = join(root, 'src/cli/bench/baselines', name);
  const built = await build({
    configFile: false,
    root,
    mode: 'production',
    logLevel: 'error',
    build: { write: false, rolldownOptions: { input } },
  });
  const outputs = (Array.isArray(built) ? built : [built]).flatMap((each) => ('output' in each ? each.output : []));
  const chunk = outputs.find((each) => each.type === 'chunk');
  if (!chunk) throw new Error(`the script ${name} that is written by hand was not built`);
  return chunk.code;
}
