import type { Action, Actions, Display, Displays } from '../../model/definitions.g';
import { resolveTarget, type Target } from '../../runtime/action';
import type { Scope } from '../../runtime/roots';
import { formatDisplay, formatDisplays, type Shown } from '../../runtime/display';
import { formatText } from '../../runtime/text';
import type { Text } from '../../model/definitions.g';
import { usePage, useShell } from '../data/context';

/** Ways to show what a definition says, in a scope. */
export interface Shows {
  one: (display: Display | undefined) => Shown | undefined;
  all: (displays: Displays | undefined) => [string, Shown][];
  words: (text: Text | undefined) => string;
  target: (action: Action | undefined, windowByDefault?: 'same' | 'new') => Target | undefined;
  targets: (actions: Actions | undefined) => [string, Target][];
}

/**
 * Binds displays and actions to a scope.
 * @param extra roots besides the page's own, such as row
 */
export function useShow(extra?: Scope): Shows {
  const { scope: page, showContext, actionContext } = usePage();
  const { newWindows } = useShell().shell.shell;
  const usual = newWindows === 'always' ? 'new' : 'same';
  const scope = extra ? { ...page, ...extra } : page;
  const one: Shows['one'] = (display) => formatDisplay(display, scope, showContext);
  const findTarget: Shows['target'] = (action, windowByDefault = usual) => resolveTarget(action, scope, actionContext, windowByDefault);
  return {
    one,
    target: findTarget,
    all: (displays) => formatDisplays(displays, scope, showContext),
    words: (text) => formatText(text, scope, showContext.patterns),
    targets: (actions) =>
      Object.entries(actions ?? {}).flatMap(([name, action]) => {
        const found = findTarget(action);
        return found ? [[name, found] satisfies [string, Target]] : [];
      }),
  };
}
