import { asObject, asObjects, asText, type Json } from '../../model/json';
import { type Place, type Plan, ports } from './configuration/plan';

/** A database node as Patroni sees it. */
export interface Member {
  name: string;
  /** `leader`, `sync_standby` or `replica`. */
  role: string;
  state: string;
  timeline: number;
}

const askMs = 2_000;

/** Reads what Patroni says of its members at `/cluster`. @internal */
export function readMembers(said: Json): Member[] {
  return asObjects(asObject(said)['members']).map(({ name, role, state, timeline }) => ({
    name: asText(name),
    role: asText(role),
    state: asText(state),
    timeline: Number(timeline),
  }));
}

/** Returns whether all nodes follow one primary, and, where commits need a second node, one of them is that. */
export function isWhole(members: readonly Member[], { databases, synchronous }: Plan): boolean {
  const leaders = members.filter(({ role }) => role === 'leader');
  return (
    leaders.length === 1 &&
    members.length === databases.length &&
    members.every(({ state, timeline }) => ['running', 'streaming'].includes(state) && timeline === leaders[0]?.timeline) &&
    (!synchronous || members.some(({ role }) => role === 'sync_standby'))
  );
}

/** Asks the nodes, one after the other, until one tells who is in the cluster. @returns nobody when none answers */
export async function askMembers(databases: readonly Place[]): Promise<Member[]> {
  for (const { address } of databases) {
    try {
      const reply = await fetch(`http://${address}:${ports.patroni}/cluster`, { signal: AbortSignal.timeout(askMs) });
      if (reply.ok) return readMembers((await reply.json()) as Json);
    } catch {
      // The next one may know.
    }
  }
  return [];
}
