import type { Actions, Effects } from '../../../model/definitions.g';
import { resolveTarget, type ActionContext, type Target } from '../../../runtime/action';
import { formatDisplays, type ShowContext } from '../../../runtime/display';
import { chooseEffects } from '../../../runtime/outcome';
import type { Scope } from '../../../runtime/roots';
import { formatText } from '../../../runtime/text';
import { notify } from '../notices';
import type { Question } from './useConfirm';
import { resolveDestination } from './destination';

/** What effects act upon. */
export interface EffectTools {
  /** The page's scope with the roots form and reply. */
  scope: Scope;
  actionContext: ActionContext;
  showContext: ShowContext;
  /** The visitor was told already why the call failed. */
  silent: boolean;
  /** The call failed by an HTTP error, whose message is seen for 2 s unless the definition says otherwise (ledger SESSION-18). */
  http: boolean;
  okWord: string;
  ask: (question: Question) => Promise<boolean>;
  refresh: (field: string) => void;
  reset: () => void;
  step: (name: string) => void;
  /** Fetches the page's data again. */
  reload: () => void;
  /** Adds to counts of the page's data, by reference. */
  add: (counts: Readonly<Record<string, number>>) => void;
  go: (path: string) => void;
  /** Runs work after milliseconds unless the form is left before. */
  later: (work: () => void, delay: number) => void;
}

/** Does what follows a call: toast, dialog, counts, refresh, reset, step, reloaded data, going on, in this order. */
export function runEffects(all: Effects | undefined, tools: EffectTools): void {
  const effects = chooseEffects(all, tools.scope);
  if (!effects) return;
  const {
    scope,
    actionContext: { patterns, login },
  } = tools;
  if (effects.toast !== undefined && !tools.silent)
    notify(formatText(effects.toast, scope, patterns), effects.tone, effects.duration ?? (tools.http ? 2000 : undefined));
  const { dialog } = effects;
  const read =
    dialog &&
    tools.ask({
      title: formatText(dialog.title, scope, patterns),
      text: formatText(dialog.text, scope, patterns),
      confirm: formatText(dialog.confirm, scope, patterns) || tools.okWord,
      cancel: formatText(dialog.cancel, scope, patterns),
      news: dialog.cancel === undefined,
      facts: formatDisplays(dialog.fields, scope, tools.showContext),
      links: dialog.links && resolveLinks(dialog.links, tools),
    });
  if (effects.add) tools.add(effects.add);
  if (effects.refresh !== undefined) tools.refresh(effects.refresh);
  if (effects.reset) tools.reset();
  if (effects.step !== undefined) tools.step(effects.step);
  if (effects.reload) tools.reload();
  const path = effects.goTo && resolveDestination(effects.goTo, scope, login);
  if (path === undefined) return;
  // A dialog that has no delay behind it is read first.
  if (read && effects.delay === undefined) void read.then(() => tools.go(path));
  else tools.later(() => tools.go(path), effects.delay ?? 0);
}

const resolveLinks = (links: Actions, { scope, actionContext }: EffectTools): Target[] =>
  Object.values(links)
    .map((link) => resolveTarget(link, scope, actionContext))
    .filter((found) => found !== undefined);
