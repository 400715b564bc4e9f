import { findGivenPrograms } from '../../../src/cli/upgrade/oldPrograms';
import { upgradeEmbedded } from '../../../src/database/upgrade/upgrade';

// Run as a process of its own by upgrade.test.ts: upgrades, and is gone, as by SIGKILL, when a step is about to begin.
const [dataDir = '', programs = '', last = ''] = process.argv.slice(2);
const done = await upgradeEmbedded({
  dataDir,
  program: '1.0.0',
  findBinaries: (major) => findGivenPrograms(major, programs),
  tell: (step) => {
    if (step === last) process.kill(process.pid, 'SIGKILL');
  },
});
process.stdout.write(JSON.stringify(done ?? null));
