import type { FastifyInstance } from 'fastify';
import { type Database, openDatabase } from '../../src/database/connection';
import { renderPage } from '../../src/portal/app/entryServer';
import { buildThemeCss } from '../../src/portal/app/themeCss';
import { buildApp } from '../../src/server/app';
import { Departure } from '../../src/server/config/departure';
import { parseProxyTrust } from '../../src/server/config/proxyTrust';
import { closeServer } from '../../src/server/shutdown';
import type { AccountPortal } from '../server/accountPortal';

/** How patient a server is, in milliseconds. */
interface Patience {
  /** For how long it waits for what is under way when it ends. */
  graceMs: number;
  /** For how long those wait who want to write. */
  writerMs: number;
  /** How long an answer may take; absent: as long as with the program. */
  deadlineMs?: number;
}

/** A server with a pool of its own, as a process has it, that can be ended and started again on its port. */
export class Server {
  private app: FastifyInstance | undefined;
  private database: Database | undefined;
  private departure: Departure | undefined;
  port = 0;

  constructor(
    private readonly portal: AccountPortal,
    private readonly patience: Patience = { graceMs: 1_000, writerMs: 1_500 },
  ) {}

  async start(): Promise<void> {
    const { definitions, secret, clock } = this.portal;
    this.database = await openDatabase({
      databaseUrl: this.portal.database.databaseUrl,
      dataDir: '',
      poolSize: 4,
      writerPatienceMs: this.patience.writerMs,
    });
    this.departure = new Departure();
    this.app = await buildApp({
      definitions,
      database: this.database,
      departure: this.departure,
      accounts: { secret },
      clock: clock.now,
      commonTexts: { errorBusy: '服务器繁忙，请稍候' },
      logLevel: 'silent',
      deadlineMs: this.patience.deadlineMs,
      trustProxy: parseProxyTrust('1'),
      render: renderPage,
      themeStyles: buildThemeCss,
      assets: { scripts: ['/assets/entry.js'], parts: {} },
    });
    this.port = Number(new URL(await this.app.listen({ port: this.port, host: '127.0.0.1' })).port);
  }

  /** Says for a while that it is leaving, as DRAIN_SECONDS has the program do on SIGTERM. */
  async leave(drainMs: number): Promise<void> {
    await this.departure?.announce(drainMs);
  }

  /** Ends it as the program does on SIGTERM, or, as a control, without waiting for anything. */
  async stop(abruptly = false): Promise<void> {
    const { app, database } = this;
    if (!app || !database) return;
    if (abruptly) app.server.closeAllConnections();
    await closeServer(app, [], this.patience.graceMs);
    await database.close();
  }
}
