import { listVotes, removeVotes } from '../../../database/content/votes';
import { formatIso } from '../../../runtime/time';
import type { PersonalData, Room } from '../../api/room';
import type { AccountServices } from '../../security/accountServices';
import { castVote, limitVotes } from './cast';

/** What a member voted for. */
const voteData: PersonalData<AccountServices> = {
  name: 'votes',
  read: async ({ db }, tenant, member) =>
    (await listVotes(db, tenant, member)).map(({ module, item, votes, at }) => ({ module, id: item, votes, at: formatIso(at.getTime()) })),
  forget: removeVotes,
};

/** Votes of members for items, of whatever module declares them (ledger WORK-26 to WORK-28, WORK-45, WORK-54). */
export const votesRoom: Room<AccountServices> = {
  services: { 'votes.cast': castVote },
  limits: { 'votes.cast': limitVotes },
  personalData: [voteData],
};
