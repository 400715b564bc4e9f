import type { Action } from '../model/definitions.g';
import { holds } from './condition';
import { safeAddress } from './show';
import type { Scope } from './scope';
import { expand } from './template';
import { words, type Patterns } from './text';
import { evaluate } from './value';

/** Where an action leads, worked out. */
export interface Target {
  action: Action;
  label: string;
  hint: string;
  image?: string;
  /** The address; absent for a notice or a disabled action. */
  href?: string;
  external: boolean;
  newWindow: boolean;
  /** Words to show in a dialog instead. */
  notice?: string;
  disabled: boolean;
}

/** What deciding on an action needs besides its scope. */
export interface ActionContext {
  patterns: Patterns;
  /** The address of the login page. */
  login: string;
  /** The address that login should come back to. */
  here: string;
  signedIn: boolean;
}

/** The action that counts: the first case whose condition holds, else `otherwise`; undefined when there is none. */
export function chooseAction(action: Action, scope: Scope): Action | undefined {
  if (!holds(action.when, scope)) return undefined;
  if (!action.cases) return action;
  const hit = Object.values(action.cases).find((option) => holds(option.when, scope));
  const chosen = hit ? chooseAction({ ...hit, when: undefined }, scope) : action.otherwise && chooseAction(action.otherwise, scope);
  return chosen && { ...withoutCases(action), ...chosen };
}

/**
 * Where an action leads.
 * @param windowByDefault where it opens when the action does not say
 * @returns undefined when it is not there: its condition fails, or the address it takes from the data is missing
 */
export function target(action: Action | undefined, scope: Scope, context: ActionContext, windowByDefault: 'same' | 'new' = 'same'): Target | undefined {
  const chosen = action && chooseAction(action, scope);
  if (!chosen) return undefined;
  const base = {
    action: chosen, label: words(chosen.label, scope, context.patterns), hint: words(chosen.hint, scope, context.patterns),
    image: asAddress(evaluate(chosen.image, scope)), disabled: chosen.disabled === true, external: false, newWindow: (chosen.window ?? windowByDefault) === 'new',
  };
  if (base.disabled) return base;
  if (chosen.notice !== undefined) return { ...base, notice: words(chosen.notice, scope, context.patterns) };
  if (chosen.requires === 'login' && !context.signedIn) return { ...base, newWindow: false, href: `${context.login}?redirect=${encodeURIComponent(chosen.to === undefined ? context.here : expand(chosen.to, chosen.with, scope))}` };
  if (chosen.to !== undefined) return { ...base, href: expand(chosen.to, chosen.with, scope) };
  const href = asAddress(evaluate(chosen.url, scope));
  return href === undefined ? undefined : { ...base, href, external: !href.startsWith('/'), newWindow: (chosen.window ?? 'new') === 'new' };
}

function withoutCases(action: Action): Action {
  const { cases: _cases, otherwise: _otherwise, when: _when, ...rest } = action;
  return rest;
}

function asAddress(value: unknown): string | undefined {
  return typeof value === 'string' ? safeAddress(value) : undefined;
}
