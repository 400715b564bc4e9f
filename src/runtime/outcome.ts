import type { Effects } from '../model/definitions.g';
import type { Reply } from '../model/payload';
import { holds } from './condition';
import type { Scope } from './roots';

/** Returns the root reply: what definitions may say of it. `data` is the item, or the words where there is none. */
export function buildReplyRoot(reply: Reply): Scope {
  return {
    ok: reply.ok,
    message: reply.message,
    data: reply.item ?? reply.message,
    item: reply.item,
    rows: reply.rows,
    total: reply.total,
  };
}

/** Returns the effects that count: those of the first case whose condition holds are laid over the rest. */
export function chooseEffects(effects: Effects | undefined, scope: Scope): Effects | undefined {
  if (!effects?.cases) return effects;
  const { cases, ...rest } = effects;
  const hit = Object.values(cases).find((option) => holds(option.when, scope));
  return hit ? { ...rest, ...chooseEffects(hit, scope) } : rest;
}
