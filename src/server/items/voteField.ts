import type { VoteField } from '../../database/content/votes';
import type { CompiledModule } from '../../model/compiled';
import type { Voting } from '../../model/definitions.g';

/** Returns where the items of a module have the votes that a call counts. */
export function findVoteField({ slots }: CompiledModule, { count }: Voting): VoteField {
  const slot = (['n1', 'n2', 'n3', 'n4'] as const).find((name) => slots[name] === count);
  return { pointer: count, ...(slot === undefined ? {} : { slot }) };
}

/** Returns where the items of a module have votes that are given here; undefined when nobody votes for them. */
export function findCountedVotes(module: CompiledModule): VoteField | undefined {
  const voting = Object.values(module.endpoints).find(({ votes }) => votes !== undefined)?.votes;
  return voting && findVoteField(module, voting);
}
