import { once } from 'node:events';
import { openDatabase } from '../../../../src/database/connection';
import type { Definitions } from '../../../../src/definitions/load';
import type { CompiledPortal } from '../../../../src/model/compiled';
import { noOutbox } from '../../../../src/server/security/outbox';
import { buildApp } from '../../../../src/server/app';
import { DefinitionStore } from '../../../../src/server/config/definitionStore';

// Run as a process of its own by enrolmentKill.test.ts: the server without its pages on a database that others share. Is sent the
// portal that it serves, for compiling it in each process takes longer than all else; tells its port and serves until it is killed.
const [databaseUrl = '', secret = ''] = process.argv.slice(2);
const [portal] = (await once(process, 'message')) as [CompiledPortal];
const set: Definitions = {
  tenants: [portal.tenant],
  hosts: new Map(portal.settings.hosts.map((host) => [host, portal.tenant])),
  problems: [],
  portal: (tenant) => (tenant === portal.tenant ? portal : undefined),
  desk: () => undefined,
  locales: () => [],
  glance: (tenant) => set.portal(tenant),
  isAtHand: () => true,
  madeOf: () => set,
  isSound: () => true,
  settings: () => undefined,
  provenance: () => undefined,
};
const definitions = await DefinitionStore.open({ fingerprint: async () => '', load: async () => set }, () => undefined);
const database = await openDatabase({ databaseUrl, dataDir: '', poolSize: 8 });
const app = await buildApp({
  definitions,
  database,
  accounts: { secret: Buffer.from(secret, 'hex'), outbox: noOutbox },
  logLevel: 'silent',
  commonTexts: portal.texts,
  render: () => {
    throw new Error('no pages here');
  },
  themeStyles: () => '',
  assets: { scripts: [], parts: {} },
});
await app.listen({ port: 0, host: '127.0.0.1' });
const address = app.server.address();
process.send?.({ port: address !== null && typeof address === 'object' ? address.port : 0 });
process.on('disconnect', () => process.exit());
