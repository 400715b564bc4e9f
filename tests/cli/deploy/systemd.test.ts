import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isInstalled, write, type WrittenFolder } from './written';

const units = ['portal.service', 'portal-backup.service', 'portal-backup.timer'];
let written: WrittenFolder;
beforeAll(async () => {
  // Programs and folders that units name have to be there.
  written = await write('systemd', '--app', '/usr');
});
afterAll(() => written.remove());

/** Lines of a unit with a key, without it. */
const lines = (unit: string, key: string): string[] =>
  written
    .read(unit)
    .split('\n')
    .filter((line) => line.startsWith(`${key}=`))
    .map((line) => line.slice(key.length + 1));

describe('units for systemd', () => {
  it('give the program the time that it says it takes to leave', () => {
    const drain = Number(/^DRAIN_SECONDS=(\d+)$/m.exec(written.read('portal.env'))?.[1]);
    expect(lines('portal.service', 'TimeoutStopSec')).toEqual([String(drain + 10)]);
    expect(lines('portal.service', 'Restart')).toEqual(['on-failure']);
    expect(lines('portal.service', 'KillMode')).toEqual(['mixed']);
  });

  it('run both programs as the user that is made for them, with the same state and the same limits', () => {
    expect(written.read('portal.sysusers.conf')).toMatch(/^u portal /);
    for (const unit of ['portal.service', 'portal-backup.service']) {
      expect(lines(unit, 'User')).toEqual(['portal']);
      expect(lines(unit, 'StateDirectory')).toContain('portal');
      expect(lines(unit, 'ProtectSystem')).toEqual(['strict']);
      expect(lines(unit, 'NoNewPrivileges')).toEqual(['yes']);
      expect(lines(unit, 'EnvironmentFile')).toEqual(['/etc/portal/portal.env']);
      // What is compiled while it runs is written and then executed.
      expect(lines(unit, 'MemoryDenyWriteExecute')).toEqual([]);
    }
  });
});

describe.runIf(isInstalled('systemd-analyze'))('systemd', () => {
  it('finds no fault in them', () => {
    // It tells of keys that it does not know, and goes on.
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', ...units.map((unit) => join(written.folder, unit))], {
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([0, '']);
  });

  it.each(['portal.service', 'portal-backup.service'])('counts %s among those that are well shut in', (unit) => {
    const printed = execFileSync(
      'systemd-analyze',
      ['security', '--offline=true', '--threshold=20', '--no-pager', join(written.folder, unit)],
      { encoding: 'utf8' },
    );
    expect(printed).toMatch(/Overall exposure level for \S+: [01]\.\d OK/);
  });
});
