import { randomBytes } from 'node:crypto';
import type { Queryable } from '../../database/connection';
import { type StorageUse, UploadContents } from '../files/uploadContents';
import type { Courier, Couriers } from '../messages/couriers';
import { type Costs, defaultCosts } from './costs';
import { deriveMessageKey, type MessageKey } from './encryption';
import { deriveAccountKeys, type AccountKeys, type KeyRing } from './keys';
import { createMemoryOutbox, type Outbox } from './outbox';
import { StaffSessions } from './staffSessions';
import { Sessions } from './sessions';
import { createOutboxGateway, type SmsGateway } from './sms';

/** More than this in an hour is an attack rather than a busy day. */
const defaultMessagesPerHour = 2_000;

/** What accounts are made of. */
export interface AccountOptions {
  /** The master keys; see `openKeyRing`. Absent: one that this process alone knows. */
  secret?: Buffer | KeyRing;
  sms?: SmsGateway;
  /** What sends news to members by mail. Absent: nothing does. */
  mail?: Courier;
  outbox?: Outbox;
  /** What is slow on purpose. Absent: as portals run with it. */
  costs?: Costs;
  /** Where contents of files are, besides the database. Absent: nowhere. */
  storage?: StorageUse;
  /** Text messages an hour at most, of all institutions; browsers of members are not counted. Absent: {@link defaultMessagesPerHour}. */
  messagesPerHour?: number;
}

/** What the services of accounts need. */
export interface AccountServices {
  db: Queryable;
  /** The contents of files. */
  contents: UploadContents;
  keys: AccountKeys;
  sessions: Sessions;
  /** Sessions at the desk. */
  staff: StaffSessions;
  message: MessageKey;
  sms: SmsGateway;
  /** What sends news to members, by channel. */
  couriers: Couriers;
  outbox: Outbox;
  costs: Costs;
  messagesPerHour: number;
  clock: () => number;
  /** Told of failures that visitors hear of only in general words. */
  report(error: unknown): void;
}

/** Puts together what accounts need; without options everything stays in this process, as tests want it. */
export function createAccounts(
  db: Queryable,
  {
    secret = randomBytes(32),
    outbox = createMemoryOutbox(),
    sms,
    mail,
    costs = defaultCosts,
    storage,
    messagesPerHour = defaultMessagesPerHour,
  }: AccountOptions,
  clock: () => number,
  report: (error: unknown) => void = () => undefined,
): AccountServices {
  const keys = deriveAccountKeys(secret);
  const gateway = sms ?? createOutboxGateway(outbox, clock);
  return {
    db,
    contents: new UploadContents(db, storage),
    keys,
    sessions: new Sessions(db, keys, clock),
    staff: new StaffSessions(db, keys, clock),
    message: deriveMessageKey(...keys.messages),
    sms: gateway,
    couriers: { ...(gateway.sendNews && { sms: gateway.sendNews }), ...(mail && { mail }) },
    outbox,
    costs,
    messagesPerHour,
    clock,
    report,
  };
}
