import type { Queryable } from '../../../database/connection';
import { getItem } from '../../../database/content/items';
import { noteVote, raiseVotes, type Vote } from '../../../database/content/votes';
import { inTransaction } from '../../../database/transaction';
import type { CompiledModule } from '../../../model/compiled';
import type { Text, Voting } from '../../../model/definitions.g';
import { asText, type JsonObject } from '../../../model/json';
import { assign, resolve } from '../../../model/pointer';
import { createSiteRoots, type Scope } from '../../../runtime/roots';
import { formatText } from '../../../runtime/text';
import { formatDate } from '../../../runtime/time';
import { RequestError } from '../../api/errors';
import type { ApiRequest, LimitedCall, ServiceReply } from '../../api/room';
import { requireViewer, type Viewer } from '../../api/viewer';
import { requireSubject } from '../../items/subjects';
import { findVoteField } from '../../items/voteField';
import type { AccountServices } from '../../security/accountServices';
import { limitUses } from '../../security/limits';

const day = 86_400_000;
/** Of one network address for one item a day: a school or an office has one for all who are in it. */
const usualOfAddress = 20;

/** What is voted for, and by which rules. */
interface Ballot {
  request: ApiRequest;
  voting: Voting;
  module: CompiledModule;
  viewer: Viewer;
  id: string;
}

/**
 * Answers a call with `votes`: takes the member's vote for a published item and counts it, both or neither. Who votes is the member whose
 * token the call has; closed, repeated and too many votes are judged here, whatever a page showed.
 * @throws RequestError 404 without the item, 400 when voting is closed, 409 when the member has no vote left, 429 when the address has none
 */
export function castVote(request: ApiRequest, accounts: AccountServices): Promise<ServiceReply> {
  const { portal, endpoint, parameters } = request;
  const module = portal.modules[endpoint.module];
  const { votes: voting } = endpoint;
  if (!voting || !module) throw new RequestError('noSuchCall');
  const ballot = { request, voting, module, viewer: requireViewer(request.viewer), id: parameters.get(voting.id) ?? '' };
  return inTransaction(accounts.db, (tx) => takeVote(tx, ballot, accounts));
}

/** Who a member is a back end of the institution's own knows; what an address sends is limited where that answers too. */
export async function limitVotes(call: LimitedCall, accounts: AccountServices): Promise<void> {
  const { votes: voting } = call.endpoint;
  if (voting) await countOfAddress(call, voting, call.parameters.get(voting.id) ?? '', accounts);
}

async function takeVote(tx: Queryable, ballot: Ballot, accounts: AccountServices): Promise<ServiceReply> {
  const { request, voting, module, viewer, id } = ballot;
  const { portal, now } = request;
  const found = await getItem(tx, portal.tenant, module.name, id);
  if (found?.status !== 1) throw new RequestError('noSuchItem');
  const scope = buildScope(ballot, found.doc as JsonObject);
  const subject = voting.about ? asText(resolve(`/${voting.about.id}`, found.doc)) : '';
  if (voting.about) await requireSubject(tx, request, voting.about, subject, scope);
  const per = voting.per ?? 'day';
  const vote: Vote = {
    tenant: portal.tenant,
    module: module.name,
    member: viewer.id,
    item: id,
    subject,
    period: per === 'day' ? formatDate(now) : '',
    most: voting.most ?? 1,
    together: voting.together,
    at: new Date(now),
  };
  const outcome = await noteVote(tx, vote);
  const say = (text: Text | undefined): string | undefined => (text === undefined ? undefined : formatText(text, scope, portal.patterns));
  if (outcome === 'repeated') throw new RequestError('votedBefore', { per }, { message: say(voting.repeated) });
  if (outcome === 'spent') throw new RequestError('votesSpent', { per }, { message: say(voting.spent) });
  await countOfAddress(request, voting, id, { ...accounts, db: tx });
  const item: JsonObject = { id };
  assign(voting.count, item, await raiseVotes(tx, vote, id, findVoteField(module, voting)));
  return { item, message: say(voting.message) ?? portal.texts['voted'] };
}

/** Within a transaction only votes that are taken count. */
async function countOfAddress(
  { portal, endpoint, caller }: LimitedCall,
  voting: Voting,
  id: string,
  accounts: Pick<AccountServices, 'db' | 'keys' | 'clock'>,
): Promise<void> {
  const today = formatDate(accounts.clock());
  const rule = { name: `vote ${today}`, most: voting.address ?? usualOfAddress, milliseconds: 2 * day };
  await limitUses(accounts, portal.tenant, [rule], JSON.stringify([caller.address, endpoint.name, id]), 'votesOfAddress');
}

function buildScope({ request: { portal, now }, viewer }: Ballot, item: JsonObject): Scope {
  const member = { signedIn: true, id: viewer.id, name: viewer.name, phone: viewer.phone, image: viewer.image };
  return { ...createSiteRoots({ ...portal.settings, texts: portal.texts }, now, member), item };
}
