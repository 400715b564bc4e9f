import type { StandAside } from './admission';
import type { DueIdNumbers } from '../../database/accounts/idNumbers';
import type { Queryable } from '../../database/connection';
import type { CompiledEndpoint, CompiledPortal } from '../../model/compiled';
import type { Json, JsonObject } from '../../model/json';
import type { KeptStates } from '../../runtime/lifecycle';
import type { RequestError } from './errors';
import type { MultipartBody } from './multipart';
import type { Parameters } from './parameters';
import type { Viewer } from './viewer';

/** What a successful reply carries, before it is put into its endpoint's envelope. */
export interface ServiceReply {
  rows?: Json[];
  total?: number;
  /** Of a list, how many items the values of parameters have, by parameter and value. */
  counts?: Record<string, Record<string, number>>;
  item?: Json;
  /** Lists of other modules that come with the item, by the names of the endpoint's `include`. */
  included?: Record<string, Json[]>;
  message?: string;
  /** Set-Cookie headers. */
  cookies?: string[];
  /** What a binary endpoint answers instead of its envelope; with a name it is a file to be saved. */
  bytes?: { type: string; data: Buffer; name?: string };
  /** Of a list that was asked for as a {@link Walk}: where the next part begins; null after the last one. Absent: the service knows pages alone. */
  next?: string | null;
}

/** A list that is read from its beginning to its end, however long it is, part by part. */
export interface Walk {
  /** The rows of a part. */
  size: number;
  /** Where the part begins, as the one before said; absent: at the beginning. */
  after?: string;
}

/** Answers a declared call. @throws RequestError for whatever the caller is to hear of */
export type Service<Context> = (request: ApiRequest, context: Context) => Promise<ServiceReply> | ServiceReply;

/** Answers a call here where an institution's own back end answers all others: who is asking is not known. */
export type AnswerHere = (portal: CompiledPortal) => ServiceReply;

/** A call as far as it counts against its caller. */
export interface LimitedCall extends Pick<ApiRequest, 'portal' | 'endpoint' | 'parameters'> {
  caller: Pick<Caller, 'address'>;
}

/** Counts a call against its caller's address. @throws RequestError 429 when there were too many */
export type CallerLimit<Context> = (call: LimitedCall, context: Context) => Promise<void>;

/** What a room keeps about members: handed out with their data, and forgotten with their account. */
export interface PersonalData<Context> {
  /** Its name in the file of a member's data. */
  name: string;
  /** Returns all of it, as the member may read it: deciphered, for it is the member's own. */
  read(context: Context, tenant: string, member: string, portal: CompiledPortal): Promise<Json>;
  /** Removes it, or what tells whose it was, within the transaction that removes the member. */
  forget(tx: Queryable, tenant: string, member: string, portal: CompiledPortal, context: Context): Promise<void>;
}

/** A move of the staff with something that a service keeps, such as a booking. */
export interface KeptMove {
  id: string;
  move: string;
  given: JsonObject;
  /** Milliseconds since 1970. */
  now: number;
}

/** How a service makes moves of the staff with what it keeps. */
export interface KeptDecisions<Context> {
  /** What its moves are recorded as, before their names. */
  recorded: string;
  /**
   * Says that a move can be made, and keeps others from what it is made with until the transaction ends.
   * @returns what that is called
   * @throws RequestError 404 for what is not there, 409 when the move does not lead out of its state
   */
  judge(tx: Queryable, site: CompiledPortal, made: KeptMove): Promise<string>;
  /** Makes a move that was judged, and tells the member. @returns false when it cannot be made after all */
  make(tx: Queryable, context: Context, site: CompiledPortal, made: KeptMove): Promise<boolean>;
}

/** What services decide by, by the service that lists what is decided on. */
export type KeptRooms<Context> = Partial<Record<keyof KeptStates, KeptDecisions<Context>>>;

/** A part of the back end that is code rather than definitions: what it answers, and what it keeps about members. */
export interface Room<Context> {
  /** Its services, by the names that definitions call them by: `room.service`. */
  services: Readonly<Record<string, Service<Context>>>;
  /** Those of its services whose replies follow from the definitions of the institution alone, and are the same for everybody. */
  settled?: readonly string[];
  /** Those whose replies change bit by bit, such as counts of views: what pages show of them may be as old as caches in front keep it. */
  drifting?: readonly string[];
  /** What an address may ask of services, by their names, where an institution's own back end answers in their place. */
  limits?: Readonly<Record<string, CallerLimit<Context>>>;
  /** What of it is answered here, by the names of services, also where an institution's own back end answers all others. */
  here?: Readonly<Record<string, AnswerHere>>;
  personalData?: readonly PersonalData<Context>[];
  /** Why waiting in a line leads to nothing any more, by the line's name; undefined as long as it may. */
  lines?: Readonly<
    Record<string, (context: Context, portal: CompiledPortal, wanted: { item: string; part: string }) => Promise<RequestError | undefined>>
  >;
  /** Finds the ID numbers that it holds and that an institution keeps no longer; every server erases them every hour. */
  findDueIdNumbers?(db: Queryable, portal: CompiledPortal, now: number): Promise<DueIdNumbers>;
  /** Tells members of what they have before them on a day, once; every server does it every hour, several perhaps at once. */
  remind?(context: Context, portal: CompiledPortal, day: string): Promise<void>;
  /** Tells members of what begins soon, once; every server does it every half minute, several perhaps at once. */
  remindSoon?(context: Context, portalOf: (tenant: string) => CompiledPortal | undefined): Promise<void>;
  /** Ends what is under way, when the server closes. */
  close?(): Promise<void>;
  /** Does what staff planned for a time that has come, once; every server does it every second, several perhaps at once. */
  doDue?(context: Context, portalOf: (tenant: string) => CompiledPortal | undefined): Promise<void>;
  /** How staff decide on what its services keep, by the service that lists it. */
  decisions?: KeptRooms<Context>;
  /** Forgets what it remembers of items, when some have changed. */
  forget?(context: Context): void;
  /** Removes what is of no use to anybody any more; every server does it every hour, several perhaps at once. */
  sweep?(context: Context): Promise<void>;
}

/** An item as staff left it, whatever of it is published. */
export interface PreviewedItem {
  module: string;
  id: string;
  doc: JsonObject;
}

/** A call that reached the built-in back end, checked against its endpoint's declaration. */
export interface ApiRequest {
  portal: CompiledPortal;
  endpoint: CompiledEndpoint;
  parameters: Parameters;
  body: JsonObject;
  /** The body of a call that takes files, not read yet. */
  multipart?: MultipartBody;
  /** Milliseconds since 1970. */
  now: number;
  /** The member who asks, by the token alone. */
  viewer?: Viewer;
  caller: Caller;
  /** Of a list that is taken out whole. No request from outside says so. */
  walk?: Walk;
  /** Phones and names are not to be masked: who asks may see them, gave a reason, and it was noted. No request from outside says so. */
  reveal?: boolean;
  /** What an item counts as in this call: the server makes it for a page that staff preview. No call from outside has it. */
  preview?: PreviewedItem;
  /** Does what lasts and costs little without keeping others out. */
  standAside?: StandAside;
}

/** Where a call comes from. Nothing here says who is asking. */
export interface Caller {
  /** The caller's network address, for limits. */
  address: string;
  cookies: Readonly<Record<string, string | undefined>>;
  /** Whether the visitor's connection is encrypted. */
  secure: boolean;
  /** When the call arrived, in milliseconds with fractions. */
  arrived: number;
  /** The name that a submission gave itself, so that a repeated one is known (header Idempotency-Key). */
  key?: string;
}
