import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as entryServer from '../../../src/portal/app/entryServer';
import { importRenderer, isRenderer, type Renderer } from '../../../src/server/rendering/renderer';

// The one place where types see both: an export that is renamed, or takes or returns something else, is an error here.
const entry: Renderer = entryServer;

describe("the portal's entry for servers", () => {
  it('exports what the server calls', () => expect(isRenderer(entry)).toBe(true));

  const write = async (text: string): Promise<string> => {
    const file = join(await mkdtemp(join(process.env.TEST_FOLDER ?? tmpdir(), 'entry-')), 'entryServer.mjs');
    await writeFile(file, text);
    return file;
  };

  it('is loaded as visitors get it, whatever NODE_ENV says otherwise', async () => {
    const before = process.env.NODE_ENV;
    const file = await write('const mode = process.env.NODE_ENV; export const renderPage = () => mode, buildThemeCss = () => mode;');
    expect((await importRenderer(file)).buildThemeCss({ color: '#000' })).toBe('production');
    expect(process.env.NODE_ENV).toBe(before);
  });

  it.each([
    ['a name is another one', 'export const render = () => 0, buildThemeCss = () => 0;'],
    ['one is missing', 'export const renderPage = () => 0;'],
    ['one is no function', "export const renderPage = () => 0, buildThemeCss = '';"],
  ])('is refused in words when it is loaded and %s', async (_what, text) => {
    const before = process.env.NODE_ENV;
    await expect(importRenderer(await write(text))).rejects.toThrow(/entryServer\.mjs does not export renderPage and buildThemeCss/);
    expect(process.env.NODE_ENV).toBe(before);
  });
});
