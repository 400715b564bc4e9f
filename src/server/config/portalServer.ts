import type { Database } from '../../database/connection';
import type { Theme } from '../../model/definitions.g';
import type { BackEnd } from '../api/backEnd';
import type { StaffVerifier } from '../api/viewer';
import type { UploadContents } from '../files/uploadContents';
import type { UpstreamOptions } from '../api/upstream';
import type { LogStream } from '../plugins/log';
import type { DeskAssets } from '../rendering/deskDocument';
import type { VisitCounts } from '../figures/visitCounts';
import type { Assets, Render } from '../rendering/document';
import type { ReadyReplies } from '../rendering/readyReplies';
import type { AccountOptions } from '../security/accountServices';
import type { Metrics } from '../watching/metrics';
import type { DefinitionStore } from './definitionStore';
import type { Departure } from './departure';
import type { DiskSpace } from './diskSpace';
import type { ProxyTrust } from './proxyTrust';
import type { PublishedDefinitions } from './publishedDefinitions';
import type { EdgeOptions } from './sharedReply';
import type { Tracing } from './tracing';

/** What a server is made of. */
export interface PortalServerOptions {
  definitions: DefinitionStore;
  database: Database;
  /** The space where what is kept is kept; absent: there is always enough. */
  disk?: DiskSpace;
  render: Render;
  assets: Assets;
  /** The same of the desk; absent: there is none. */
  deskAssets?: DeskAssets;
  /** The folder with the built files for browsers; absent: none are served. */
  assetFolder?: string;
  /** The institution's colours as CSS. */
  themeStyles: (theme: Theme) => string;
  /** The folder with the surroundings of institutions that the embedded map draws; absent: none are served. */
  mapFolder?: string;
  /** Environment variables that settings name; absent: there are none. */
  environment?: Readonly<Record<string, string | undefined>>;
  /** The folder of `schemas` and `tenants`, for staff who change their institution's settings; absent: nobody can. */
  definitionFolder?: string;
  /** The definitions that were published, where they come from the database: who changes settings publishes them. */
  published?: PublishedDefinitions;
  /** The folder with the folders of the institutions, whose films are served; absent: none are. */
  tenantFolder?: string;
  /** Words for the reply to a host that is no institution's. */
  commonTexts: Readonly<Record<string, string>>;
  /** Keys, text messages and outbox; absent: all of it stays in this process. */
  accounts?: AccountOptions;
  /** Milliseconds since 1970. */
  clock?: () => number;
  /** Milliseconds that only grow, from any beginning; absent: those of this process. */
  stopwatch?: () => number;
  /** For how many milliseconds an answer may take, files aside; absent: five seconds. */
  deadlineMs?: number;
  /** For how many milliseconds headers, and a body without files, may be on their way; absent: half a minute. */
  arrivalMs?: number;
  /** Says when the server is about to close; absent: it never says so before. */
  departure?: Departure;
  /** Counts what happens for who watches the server; absent: nobody does. */
  metrics?: Metrics;
  /** Notes what is done for requests, and for how long; absent: nobody does. */
  tracing?: Tracing;
  /** Whether each reply is told in the log, at level info; absent: at level debug. */
  logReplies?: boolean;
  /** From how many milliseconds on a reply is told in the log as a slow one; absent: one second. */
  slowMs?: number;
  logLevel?: string;
  /** Takes the lines of the log; absent: the standard output. */
  logTo?: LogStream;
  /** What caches in front may keep; absent: they ask each time. */
  edge?: EdgeOptions;
  /** Which proxies in front are believed; absent: none. */
  trustProxy?: ProxyTrust;
  /** How institutions' own back ends are reached; absent: at public addresses alone. */
  backends?: UpstreamOptions;
}

/** What routes need. */
export interface PortalServer extends Omit<PortalServerOptions, 'logLevel' | 'logTo'> {
  clock: () => number;
  /** Says who works at a desk. */
  staff: StaffVerifier;
  /** Pages that were sent a moment ago. */
  ready: ReadyReplies;
  /** The contents of files that were uploaded. */
  contents: UploadContents;
  /** Counts the pages that visitors open. */
  visits: VisitCounts;
  /** The built-in back end and the institutions' own ones behind it. */
  backEnd: BackEnd;
  /** The services whose replies follow from the definitions of the institution alone. */
  settled: ReadonlySet<string>;
}
