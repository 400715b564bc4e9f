import type { Queryable } from '../../database/connection';
import type { CompiledPortal } from '../../model/compiled';
import type { Json } from '../../model/json';
import type { ServiceReply } from './reply';
import type { ApiRequest } from './request';

/** Answers a declared call. @throws RequestError for whatever the caller is to hear of */
export type Service<Context> = (request: ApiRequest, context: Context) => Promise<ServiceReply> | ServiceReply;

/** What a room keeps about members: handed out with their data, and forgotten with their account. */
export interface PersonalData<Context> {
  /** Its name in the file of a member's data. */
  name: string;
  /** Returns all of it, as the member may read it: deciphered, for it is the member's own. */
  read(context: Context, tenant: string, member: string, portal: CompiledPortal): Promise<Json>;
  /** Removes it, or what tells whose it was, within the transaction that removes the member. */
  forget(tx: Queryable, tenant: string, member: string, portal: CompiledPortal, context: Context): Promise<void>;
}

/** A part of the back end that is code rather than definitions: what it answers, and what it keeps about members. */
export interface Room<Context> {
  /** Its services, by the names that definitions call them by: `room.service`. */
  services: Readonly<Record<string, Service<Context>>>;
  personalData?: readonly PersonalData<Context>[];
}
