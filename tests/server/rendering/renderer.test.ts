import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, type Rolldown } from 'vite';
import { describe, expect, it } from 'vitest';
import { productionPackages } from '../../../src/cli/tooling/assets/productionPackages';
import * as entryServer from '../../../src/portal/app/entryServer';
import { importRenderer, isRenderer, type Renderer } from '../../../src/server/rendering/renderer';

const projectRoot = join(import.meta.dirname, '../../..');
// The one place where types see both: an export that is renamed, or takes or returns something else, is an error here.
const entry: Renderer = entryServer;

describe("the portal's entry for servers", () => {
  it('exports what the server calls', () => expect(isRenderer(entry)).toBe(true));

  const write = async (text: string): Promise<string> => {
    const file = join(await mkdtemp(join(process.env.TEST_FOLDER ?? tmpdir(), 'entry-')), 'entryServer.mjs');
    await writeFile(file, text);
    return file;
  };

  it('is loaded from its file', async () => {
    const file = await write("export const renderPage = () => 'page', buildThemeCss = () => 'css';");
    expect((await importRenderer(file)).buildThemeCss({ color: '#000' })).toBe('css');
  });

  it("is built with packages' production builds, whatever NODE_ENV says when it is loaded", async () => {
    const file = await write("import { jsx } from 'react/jsx-runtime'; export const mode = process.env.NODE_ENV; export { jsx };");
    const built = await build({
      root: projectRoot,
      configFile: false,
      logLevel: 'silent',
      ssr: { noExternal: true },
      resolve: { alias: { 'react/jsx-runtime': join(projectRoot, 'node_modules/react/jsx-runtime.js') } },
      plugins: [productionPackages()],
      build: { ssr: file, write: false },
    });
    const { output } = [built].flat()[0] as Rolldown.RolldownOutput;
    expect(output[0].code).toContain('react-jsx-runtime.production');
    expect(output[0].code).not.toContain('react-jsx-runtime.development');
    // What NODE_ENV means to the server itself is left to the moment.
    expect(output[0].code.match(/process\.env\.NODE_ENV/g)).toHaveLength(1);
  });

  it.each([
    ['a name is another one', 'export const render = () => 0, buildThemeCss = () => 0;'],
    ['one is missing', 'export const renderPage = () => 0;'],
    ['one is no function', "export const renderPage = () => 0, buildThemeCss = '';"],
  ])('is refused in words when it is loaded and %s', async (_what, text) => {
    await expect(importRenderer(await write(text))).rejects.toThrow(/entryServer\.mjs does not export renderPage and buildThemeCss/);
  });
});
