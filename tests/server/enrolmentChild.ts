import { join, resolve } from 'node:path';
import { readFile } from 'node:fs/promises';
import { openDatabase } from '../../src/database/connection';
import { fingerprint, loadDefinitions } from '../../src/definitions/load';
import { noOutbox } from '../../src/server/security/outbox';
import { buildApp } from '../../src/server/app';
import { DefinitionStore } from '../../src/server/config/definitionStore';

// Run as a process of its own by enrolmentKill.test.ts: the server without its pages on a database that others share. Tells its port
// and serves until it is killed.
const [databaseUrl = '', secret = '', folder = ''] = process.argv.slice(2);
const root = resolve(folder);
const definitions = await DefinitionStore.open(
  { fingerprint: () => fingerprint(root), load: (previous) => loadDefinitions(root, previous) },
  () => undefined,
);
const database = await openDatabase({ databaseUrl, dataDir: '', poolSize: 8 });
const app = await buildApp({
  definitions,
  database,
  accounts: { secret: Buffer.from(secret, 'hex'), outbox: noOutbox },
  logLevel: 'silent',
  commonTexts: JSON.parse(await readFile(join(root, 'schemas/texts.json'), 'utf8')) as Record<string, string>,
  render: () => {
    throw new Error('no pages here');
  },
  themeStyles: () => '',
  assets: { scripts: [], parts: {}, critical: '' },
});
await app.listen({ port: 0, host: '127.0.0.1' });
const address = app.server.address();
process.send?.({ port: address !== null && typeof address === 'object' ? address.port : 0 });
process.on('disconnect', () => process.exit());
