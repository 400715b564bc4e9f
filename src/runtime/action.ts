import type { Action, Confirmation } from '../model/definitions.g';
import { holds } from './condition';
import { sanitizeAddress } from './display';
import type { Scope } from './roots';
import { expand } from './template';
import { formatText, type Patterns } from './text';
import { evaluate } from './value';

/** Where an action leads, worked out. */
export interface Target {
  action: Action;
  label: string;
  hint: string;
  image?: string;
  /** What it was worked out from. */
  scope: Scope;
  /** The address; absent for what is no link: words, a picture, a call, a form, or a disabled action. */
  href?: string;
  external: boolean;
  newWindow: boolean;
  /** The name under which what is at the address is saved rather than opened; empty for its own. */
  download?: string;
  /** It makes a call, or opens a form in a dialog. */
  does: boolean;
  /** Words to show in a dialog instead. */
  notice?: string;
  /** Words that pass instead. */
  toast?: string;
  /** The address of a picture that shows itself instead. */
  picture?: string;
  /** A question that must be agreed to first; the way to the login page asks none. */
  asks?: Confirmation;
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

/** Returns the action that counts: the first case whose condition holds, else `otherwise`; undefined when there is none. */
export function chooseAction(action: Action, scope: Scope): Action | undefined {
  if (!holds(action.when, scope)) return undefined;
  if (!action.cases) return action;
  const hit = Object.values(action.cases).find((option) => holds(option.when, scope));
  const chosen = hit ? chooseAction({ ...hit, when: undefined }, scope) : action.otherwise && chooseAction(action.otherwise, scope);
  return chosen && { ...dropCases(action), ...chosen };
}

/**
 * Returns where an action leads.
 * @param windowByDefault where it opens when the action does not say
 * @returns undefined when it is not there: its condition fails, or the address or picture it takes from the data is missing
 */
export function resolveTarget(
  action: Action | undefined,
  scope: Scope,
  context: ActionContext,
  windowByDefault: 'same' | 'new' = 'same',
): Target | undefined {
  const chosen = action && chooseAction(action, scope);
  if (!chosen) return undefined;
  const base = {
    action: chosen,
    scope,
    does: false,
    label: formatText(chosen.label, scope, context.patterns),
    hint: formatText(chosen.hint, scope, context.patterns),
    image: toAddress(evaluate(chosen.image, scope)),
    disabled: chosen.disabled === true,
    external: false,
    newWindow: (chosen.window ?? windowByDefault) === 'new',
    ...(chosen.confirm ? { asks: chosen.confirm } : {}),
  };
  if (base.disabled) return base;
  if (chosen.notice !== undefined) return { ...base, notice: formatText(chosen.notice, scope, context.patterns) };
  if (chosen.toast !== undefined) return { ...base, toast: formatText(chosen.toast, scope, context.patterns) };
  if (chosen.picture !== undefined) {
    const picture = toAddress(evaluate(chosen.picture, scope));
    return picture === undefined ? undefined : { ...base, picture };
  }
  if (chosen.requires === 'login' && !context.signedIn)
    return {
      ...base,
      asks: undefined,
      newWindow: false,
      href: addReturn(context.login, chosen.to === undefined ? context.here : expand(chosen.to, chosen.with, scope)),
    };
  if (chosen.call !== undefined || chosen.form !== undefined) return { ...base, does: true };
  if (chosen.to !== undefined) return { ...base, href: expand(chosen.to, chosen.with, scope) };
  const href = toAddress(evaluate(chosen.url, scope));
  if (href === undefined) return undefined;
  const external = !href.startsWith('/');
  return chosen.download === undefined
    ? { ...base, href, external, newWindow: (chosen.window ?? 'new') === 'new' }
    : { ...base, href, external, newWindow: false, download: formatText(chosen.download, scope, context.patterns) };
}

/**
 * Returns the address of a page, as that of the login, which leads on to another page when the visitor is done there.
 * @param next where it leads: path and search of a page of this portal
 */
export const addReturn = (address: string, next: string): string => `${address}?redirect=${encodeURIComponent(next)}`;

function dropCases(action: Action): Action {
  const { cases: _cases, otherwise: _otherwise, when: _when, ...rest } = action;
  return rest;
}

function toAddress(value: unknown): string | undefined {
  return typeof value === 'string' ? sanitizeAddress(value) : undefined;
}
