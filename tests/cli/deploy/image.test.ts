import { validate } from 'dockerfile-utils';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { write, type WrittenFolder } from './written';

let written: WrittenFolder;
beforeAll(async () => {
  written = await write('compose');
});
afterAll(() => written.remove());

/** What follows a word at the beginning of a line, lines that go on taken as one. */
const instructions = (file: string, word: string): string[] =>
  [...file.replaceAll('\\\n', '').matchAll(new RegExp(`^${word} +(.*)$`, 'gm'))].map(([, rest = '']) => rest);

describe.each(['Containerfile', 'Containerfile.database'])('%s', (name) => {
  it('is one, with images by their version', () => {
    expect(validate(written.read(name)).map(({ message }) => message)).toEqual([]);
    for (const image of instructions(written.read(name), 'FROM')) expect(image).toMatch(/:\d+\.\d+\S*-bookworm/);
  });

  it('runs as nobody in particular, and is asked to leave as the program expects', () => {
    const file = written.read(name);
    expect(instructions(file, 'USER').at(-1)).not.toMatch(/^(root|0)/);
    expect(instructions(file, 'STOPSIGNAL')).toEqual(['SIGTERM']);
    expect(instructions(file, 'VOLUME')).toEqual(['["/data"]']);
  });
});

describe('the image of the portal', () => {
  it('is looked after by /healthz, which asks nothing else', () => {
    expect(instructions(written.read('Containerfile'), 'HEALTHCHECK').join()).toContain('/healthz');
  });

  it('starts no package manager, which would keep signals to itself', () => {
    expect(JSON.parse(instructions(written.read('Containerfile'), 'CMD').at(-1) ?? '')).toEqual([
      'node',
      '--enable-source-maps',
      '--max-semi-space-size=32',
      'dist/server/listen.js',
    ]);
  });

  it('is made of what is named, so that no key or data gets into it', () => {
    const lines = written.read('Containerfile.dockerignore').split('\n');
    const patterns = lines.filter((line) => line !== '' && !line.startsWith('#'));
    expect(patterns[0]).toBe('*');
    expect(patterns.filter((pattern) => pattern.startsWith('!'))).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/data|env|deploy/)]),
    );
    expect(patterns.slice(-2)).toEqual(['**/.*', '**/*.log']);
  });
});
