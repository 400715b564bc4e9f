import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { render } from '../../../src/cli/deploy/render';
import { deploy } from './written';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'deploy-'));
});
afterEach(() => rmSync(folder, { recursive: true }));
const read = (name: string): string => readFileSync(join(folder, name), 'utf8');

describe('the deploy command', () => {
  it.each(['compose', 'systemd', 'kubernetes'])('writes %s with no place left open, says each file and what is next', async (kind) => {
    const { code, printed } = await deploy(kind, '--to', folder);
    expect(code).toBe(0);
    const files = [...printed.matchAll(/^wrote (\S+)/gm)].map(([, file = '']) => file);
    expect(files.length).toBeGreaterThan(8);
    for (const file of files) expect(readFileSync(file, 'utf8')).not.toMatch(/@[A-Za-z]+@/);
    expect(printed).toMatch(/^Next:\n {2}\S/m);
    expect(printed).not.toMatch(/@[A-Za-z]+@/);
  });

  it('makes keys and passwords of its own each time, which others may not read', async () => {
    await deploy('compose', '--to', folder);
    const first = read('.env');
    expect(Buffer.from(/^SECRET_KEY=(.+)$/m.exec(first)?.[1] ?? '', 'base64')).toHaveLength(32);
    expect(first).toMatch(/^PORTAL_PASSWORD=[0-9a-f]{48}$/m);
    expect(statSync(join(folder, '.env')).mode & 0o077).toBe(0);
    await deploy('compose', '--to', join(folder, 'other'));
    expect(read('other/.env')).not.toBe(first);
  });

  it('writes over nothing, and with --force over all but keys and passwords', async () => {
    await deploy('compose', '--to', folder);
    const keys = read('.env');
    writeFileSync(join(folder, 'compose.yaml'), 'mine');
    const { code, printed } = await deploy('compose', '--to', folder);
    expect([code, read('compose.yaml')]).toEqual([1, 'mine']);
    expect(printed).toContain('compose.yaml');
    const forced = await deploy('compose', '--to', folder, '--force');
    expect([forced.code, read('.env')]).toEqual([0, keys]);
    expect(read('compose.yaml')).toContain('services:');
    expect(forced.printed).toMatch(/^kept {2}\S+\.env /m);
  });

  it('takes the image, each host and the number of portals', async () => {
    const hosts = ['--host', 'a.example.org', '--host', 'b.example.org'];
    await deploy('kubernetes', '--to', folder, '--image', 'registry.example.org:5000/portal:2.1', '--replicas', '5', ...hosts);
    expect(read('portal.yaml')).toContain('image: registry.example.org:5000/portal:2.1\n');
    expect(read('portal.yaml')).toContain('replicas: 5\n');
    expect(read('ingress.yaml').match(/host: [ab]\.example\.org|- [ab]\.example\.org/g)).toHaveLength(4);
  });

  it.each([
    [['nowhere']],
    [['compose', 'more']],
    [['compose', '--image', 'latest']],
    [['compose', '--image', 'a:1\nevil']],
    [['kubernetes', '--replicas', '1']],
    [['kubernetes', '--host', 'a.example.org, b']],
    [['systemd', '--app', 'here']],
  ])('refuses %j', async (words) => {
    const { code, printed } = await deploy(...words, '--to', folder);
    expect(code).toBe(2);
    expect(printed).toContain('Usage: npm run deploy');
  });
});

describe('a template', () => {
  it('gives texts of several lines its indentation and is written once for each of several texts', () => {
    expect(render('a\n  @many@\n- @each@: @one@\n', { many: 'x:\n\n  y\n', each: ['p', 'q'], one: '1' })).toBe(
      'a\n  x:\n\n    y\n- p: 1\n- q: 1\n',
    );
    expect(() => render('@nothing@', {})).toThrow('nothing');
  });
});
