import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import * as binaries from '../../../src/database/embedded/binaries';
import { startEmbedded, type EmbeddedServer } from '../../../src/database/embedded/embedded';

vi.mock('../../../src/database/embedded/binaries', { spy: true });

const dataDir = await mkdtemp(join(tmpdir(), 'portal-leaving-'));
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const isStop = ([, args]: readonly unknown[]): boolean => Array.isArray(args) && args[0] === 'stop';
const { runProgram } = await vi.importActual<typeof binaries>('../../../src/database/embedded/binaries');

it('takes a server that another process starts the moment it left for no failure', async () => {
  const first = await startEmbedded({ dataDir });
  let second: EmbeddedServer | undefined;
  vi.mocked(binaries.runProgram).mockImplementation(async (...given) => {
    const ended = await runProgram(...given);
    if (!isStop(given) || second) return ended;
    second = await startEmbedded({ dataDir });
    // As pg_ctl ends when it looks while the file of the next server's process id is still empty.
    return { code: 1, output: 'pg_ctl: the PID file is empty' };
  });
  await expect(first.stop()).resolves.toBeUndefined();
  await second?.stop();
});

it('says that a server does not stop, and gives its lease back none the less', async () => {
  const first = await startEmbedded({ dataDir });
  vi.mocked(binaries.runProgram).mockImplementation((...given) =>
    isStop(given) ? Promise.resolve({ code: 1, output: 'server does not shut down' }) : runProgram(...given),
  );
  await expect(first.stop()).rejects.toThrow('does not stop: server does not shut down');
  vi.mocked(binaries.runProgram).mockImplementation(runProgram);
  const second = await startEmbedded({ dataDir });
  await second.stop();
  expect(vi.mocked(binaries.runProgram).mock.calls.filter(isStop)).toHaveLength(4);
});
