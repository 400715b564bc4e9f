import type { ReactElement } from 'react';
import type { Target } from '../../../runtime/action';
import { formatText } from '../../../runtime/text';
import { usePage, useShell } from '../../data/context';
import { notify } from '../notices';
import { useConfirm, type Question } from './useConfirm';

/**
 * Asks the question of a target, where it has one, before it leads anywhere (ledger NLIVE-08, PC-08).
 * @returns `agreed`, which settles with whether the visitor agrees and says the words of the definition when not (NLIVE-13); `ask` for
 * questions that follow; the dialog to render
 */
export function useAgreement({ asks, scope, href, newWindow }: Target): {
  agreed: () => Promise<boolean>;
  ask: (question: Question) => Promise<boolean>;
  dialog: ReactElement | null;
} {
  const {
    actionContext: { patterns },
  } = usePage();
  const { say } = useShell();
  const { ask, dialog } = useConfirm();
  const agreed = async (): Promise<boolean> => {
    if (!asks) return true;
    const said = (text: typeof asks.title): string => formatText(text, scope, patterns);
    const question = {
      title: said(asks.title) || say('reminder'),
      text: said(asks.text),
      confirm: said(asks.confirm),
      cancel: said(asks.cancel),
    };
    if (await ask(href === undefined ? question : { ...question, onward: { href, newWindow } })) return true;
    notify(said(asks.cancelled));
    return false;
  };
  return { agreed, ask, dialog };
}
