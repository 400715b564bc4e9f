import { useState, type ReactElement } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Target } from '../../../runtime/action';
import { buildReplyRoot } from '../../../runtime/outcome';
import { evaluateAll } from '../../../runtime/value';
import { usePage, usePageState, useShell } from '../../data/context';
import { useSingleFlight } from '../../data/useSingleFlight';
import { runEffects } from './effects';
import { tellFailure } from '../notices';
import { saveFile } from './saveFile';
import { useAgreement } from './useAgreement';

/**
 * Makes the call of an action: its question first, then its effects; a file that is answered is handed to the visitor. Pressing again while it is made does nothing.
 * @returns the way to do it, whether it is being done, and the dialog to render
 */
export function useCallAction(target: Target): { act: () => void; busy: boolean; dialog: ReactElement | null } {
  const { action, scope } = target;
  const { page, actionContext, showContext } = usePage();
  const { call, say } = useShell();
  const { retry, add } = usePageState();
  const navigate = useNavigate();
  const { agreed, ask, dialog } = useAgreement(target);
  const [busy, setBusy] = useState(false);
  const make = async (): Promise<void> => {
    const endpoint = page.endpoints[action.call ?? ''];
    if (!endpoint || !(await agreed())) return;
    setBusy(true);
    // What is counted, such as a vote, is counted at once, and taken back when the call fails.
    const counts = action.success?.add ?? {};
    add(counts, scope);
    const reply = await call(endpoint, evaluateAll(action.with, scope));
    if (!reply.ok) add(Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, -count])), scope);
    setBusy(false);
    if (reply.file) saveFile(reply.file);
    const effects = reply.ok ? action.success : action.failure;
    if (!reply.ok && !effects) tellFailure(reply);
    const later = (work: () => void, delay: number): void => {
      setTimeout(work, delay);
    };
    runEffects(effects, {
      scope: { ...scope, reply: buildReplyRoot(reply) },
      actionContext,
      showContext,
      silent: reply.fault === 'session',
      http: reply.fault === 'http',
      okWord: say('confirm'),
      ask,
      later,
      refresh: () => undefined,
      reset: () => undefined,
      step: () => undefined,
      reload: retry,
      add: (further) => further !== counts && add(further, scope),
      go: (path) => void navigate(path),
    });
  };
  return { act: useSingleFlight(make), busy, dialog };
}
