import { useEffect, type ReactElement } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Toggle } from '../../../model/definitions.g';
import type { Reply } from '../../../model/payload';
import { addReturn } from '../../../runtime/action';
import type { Scope } from '../../../runtime/roots';
import { formatText } from '../../../runtime/text';
import { usePage, useShell } from '../../data/context';
import { useLatest } from '../../data/useLatest';
import { fetchReply, readFailure } from '../../data/useReply';
import { useSingleFlight } from '../../data/useSingleFlight';
import { useConfirm } from '../actions/useConfirm';
import { describeItem, type ShownItem } from './describeItem';
import { useMark } from './useMark';

/** A mark whose button is pressed. */
interface RunnerProps {
  toggle: Toggle;
  scope: Scope;
  /** What the page or the card shows of the item. */
  shown: ShownItem;
  /** How often the button was pressed. */
  presses: number;
  onBusy: (busy: boolean) => void;
}

/** Sets a mark, or takes it back, each time that its button was pressed, and shows the questions that come of it (ledger COUNT-11 to 18). */
export function ToggleRunner({ toggle, scope, shown, presses, onBusy }: RunnerProps): ReactElement | null {
  const { page, showContext } = usePage();
  const { call } = useShell();
  const { ask, dialog } = useConfirm();
  const refused = useRefusal(ask);
  const { on, base, values, mutate } = useMark(toggle, scope);
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
    onBusy(true);
    const made = fetchReply(call, endpoint, { ...values, ...describeItem(toggle.about, shown) }).then(() => next);
    const optimisticData = toggle.optimistic ? next : undefined;
    const failure = await mutate(made, { optimisticData, rollbackOnError: true, revalidate: false }).then(() => undefined, readFailure);
    onBusy(false);
    if (failure) await refused(failure);
  };
  const press = useLatest(useSingleFlight(set));
  useEffect(() => press.current(), [presses, press]);
  return dialog;
}

/**
 * Says why a mark was refused; who agrees goes to the login page and comes back (ledger COUNT-18). That is no help to a member, nor where
 * the server is in trouble or cannot be reached: they are only told. That a session is over was said where it was found.
 */
function useRefusal(ask: ReturnType<typeof useConfirm>['ask']): (reply: Reply) => Promise<void> {
  const { actionContext } = usePage();
  const { say } = useShell();
  const navigate = useNavigate();
  return async (reply) => {
    if (reply.fault === 'session') return;
    const news = !isForLogin(reply, actionContext.signedIn);
    const agreed = await ask({ title: say('reminder'), text: reply.message ?? say('requestFailed'), news });
    if (agreed && !news) void navigate(addReturn(actionContext.login, actionContext.here));
  };
}

/**
 * Whether a login may help: for strangers whom the server refused, and for members whom it does not know any more. Codes of five digits, such as
 * 40101, refuse as well; only those of HTTP from 500 on are trouble.
 */
const isForLogin = ({ fault, status = 0 }: Reply, signedIn: boolean): boolean =>
  status === 401 || (!signedIn && fault !== 'network' && !(status >= 500 && status < 600));
