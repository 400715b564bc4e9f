import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDefinitions } from './bench/served';
import { disturbances } from './chaos/disturbances';
import { Enrolling } from './bench/enrolling';
import { measureFullDisk } from './chaos/fullDisk';
import { type Finding, measureDisturbance, measureRollingRestart, measureRush } from './chaos/measure';
import { PortalProcess } from './running/portalProcess';
import { UsageError, findProjectFolder, parseWord, runCommand } from './terminal/command';

const root = findProjectFolder(import.meta.url);
const usage = `Usage: npm run chaos [-- minutes] [--only rush,kills,restart,disk]
Starts the built portal on a database of its own and kills, freezes, fills and overruns it while visitors enrol; then compares what they
were told with what is stored. Everything is done once, and again at random until the minutes are over. Ends with 1 when an aim is missed.
Needs Linux. Everything it makes is in a temporary folder that it removes.`;

const parts = ['rush', 'kills', 'restart', 'disk'] as const;
const options = { only: { type: 'string', default: parts.join(',') } } as const;

const code = await runCommand(usage, options, async ([minutes = '0', ...more], { only }) => {
  const chosen = only.split(',').map((part) => parseWord(parts, part));
  if (more.length > 0 || !/^\d+$/.test(minutes)) throw new UsageError();
  const end = performance.now() + Number(minutes) * 60_000;
  const folder = await mkdtemp(join(tmpdir(), 'portal-chaos-'));
  await chmod(folder, 0o755);
  const secret = randomBytes(32);
  const settings = { program: join(root, 'dist/server/listen.js'), dataDir: join(folder, 'data'), secret: secret.toString('hex') };
  const portal = await PortalProcess.start(settings);
  let missed = 0;
  const report = (findings: readonly Finding[]): void => {
    for (const { what, figure, aim, failed } of findings)
      console.log(`${failed ? 'MISSED ' : '       '}${what.padEnd(96)}${figure.padStart(18)}${aim === undefined ? '' : `   aim: ${aim}`}`);
    missed += findings.filter(({ failed }) => failed).length;
  };
  try {
    const definitions = await openDefinitions(root);
    const scene = { settings, portal, enrolling: await Enrolling.prepare(settings.dataDir, definitions, secret) };
    if (chosen.includes('rush')) report(await measureRush(scene));
    for (const disturbance of chosen.includes('kills') ? disturbances : []) report(await measureDisturbance(scene, disturbance));
    if (chosen.includes('restart')) report(await measureRollingRestart(scene));
    if (chosen.includes('disk')) report(await measureFullDisk(settings, definitions));
    while (performance.now() < end) {
      const disturbance = disturbances[Math.floor(Math.random() * disturbances.length)];
      report(disturbance ? await measureDisturbance(scene, disturbance) : await measureRush(scene));
    }
  } finally {
    await portal.end('SIGTERM');
    await rm(folder, { recursive: true, force: true });
  }
  console.log(missed === 0 ? 'Every aim was met.' : `${missed} aims were missed.`);
  return missed === 0 ? 0 : 1;
});
process.exit(code);
