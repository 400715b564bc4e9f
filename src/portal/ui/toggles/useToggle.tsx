import { useState, type ReactElement } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Toggle } from '../../../model/definitions.g';
import type { Reply } from '../../../model/payload';
import { addReturn } from '../../../runtime/action';
import { holds } from '../../../runtime/condition';
import type { Scope } from '../../../runtime/roots';
import { formatText } from '../../../runtime/text';
import { evaluate, evaluateAll } from '../../../runtime/value';
import { usePage, useShell } from '../../data/context';
import { useSingleFlight } from '../../data/useSingleFlight';
import { describeItem, type ShownItem } from './describeItem';
import { useConfirm } from '../actions/useConfirm';

/** A mark and where it stands. */
export interface ToggleState {
  on: boolean;
  /** How many members have set it, the visitor among them. */
  count: number;
  busy: boolean;
  press: () => void;
  /** Its questions. */
  dialog: ReactElement | null;
}

/** What the visitor made of a mark, and what it was before: the data of the page may catch up with it later. */
interface Change {
  was: boolean;
  is: boolean;
}

/**
 * Drives a mark that a member sets on an item (ledger COUNT-11 to 15, COUNT-18).
 * @param scope where the item is: as row on a card, as item on a page
 * @param shown what the page or the card shows of the item
 */
export function useToggle(toggle: Toggle, scope: Scope, shown: ShownItem): ToggleState {
  const { page, showContext } = usePage();
  const { call } = useShell();
  const { ask, dialog } = useConfirm();
  const refused = useRefusal(ask);
  const base = holds(toggle.on, scope);
  const [change, setChange] = useState<Change>();
  const [busy, setBusy] = useState(false);
  const on = change?.was === base ? change.is : base;
  const found = Number(evaluate(toggle.count, scope) ?? 0);
  const count = Math.max(0, (Number.isFinite(found) ? found : 0) + Number(on) - Number(base));

  const confirmed = async (): Promise<boolean> => {
    const { undo } = toggle;
    if (!on || !undo) return true;
    const [title, text, confirm, cancel] = [undo.title, undo.text, undo.confirm, undo.cancel].map((part) =>
      formatText(part, scope, showContext.patterns),
    );
    return ask({ title: title ?? '', text, confirm, cancel });
  };
  const set = async (): Promise<void> => {
    const endpoint = page.endpoints[toggle.source];
    if (!endpoint || !(await confirmed())) return;
    const next = { was: base, is: !on };
    if (toggle.optimistic) setChange(next);
    setBusy(true);
    const reply = await call(endpoint, { ...evaluateAll(toggle.with, scope), ...describeItem(toggle.about, shown) });
    setBusy(false);
    setChange(reply.ok ? next : change);
    if (!reply.ok) await refused(reply);
  };
  return { on, count, busy, press: useSingleFlight(set), dialog };
}

/** Says why a mark was refused; who agrees goes to the login page and comes back (ledger COUNT-18). */
function useRefusal(ask: ReturnType<typeof useConfirm>['ask']): (reply: Reply) => Promise<void> {
  const { actionContext } = usePage();
  const { say } = useShell();
  const navigate = useNavigate();
  return async (reply) => {
    if (reply.fault === 'session') return;
    if (await ask({ title: say('reminder'), text: reply.message ?? say('requestFailed') }))
      void navigate(addReturn(actionContext.login, actionContext.here));
  };
}
