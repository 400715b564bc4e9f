import { chooseMessage } from '../../../runtime/formCheck';
import { listChoices, getMaxPicked, findPickedChoices, type PickChoice } from '../../../runtime/pick';
import { parsePointer, resolve } from '../../../model/pointer';
import { formatText } from '../../../runtime/text';
import { usePage, usePageState } from '../../data/context';
import { useFormControl } from '../control/context';
import { useHydrated } from '../../data/hydration';
import { useFieldNotice, type FieldNoticeState } from './FieldNotice';
import type { FieldProps } from './kinds';

/** The records of a field and which are chosen. */
export interface Picking extends Pick<FieldNoticeState, 'notice'> {
  /** loading: they are on their way; login: they are those of a member, and there is none; failed: they could not be had. */
  state: 'ready' | 'loading' | 'login' | 'failed';
  choices: readonly PickChoice[];
  isChosen: (choice: PickChoice) => boolean;
  /** Chooses a record or gives it up; of a single choice another one replaces it (ledger DECL-17). */
  choose: (choice: PickChoice) => void;
}

/** Drives the choice among saved records, single or several; one more than there may be is refused with the field's words (ledger ENR-11). */
export function usePick({ field, value, onChange }: Pick<FieldProps, 'field' | 'value' | 'onChange'>): Picking {
  const { patterns } = usePage().showContext;
  const { busy } = usePageState();
  const { scope } = useFormControl();
  const { notice, tell } = useFieldNotice();
  const hydrated = useHydrated();
  const { pick } = field;
  const choices = pick ? listChoices(pick, scope, patterns) : [];
  const chosen = pick ? findPickedChoices(pick, value, scope, patterns).map(({ key }) => key) : [];
  const source = resolve(`/${parsePointer(pick?.rows ?? '')[0] ?? ''}`, scope);
  const isMember = resolve('/viewer/signedIn', scope) === true;
  const choose = ({ key }: PickChoice): void => {
    const most = pick && getMaxPicked(pick, scope);
    if (field.field === 'pickOne') return onChange(key);
    const adding = !chosen.includes(key);
    const refused = adding && most !== undefined && chosen.length >= most;
    tell(refused ? formatText(chooseMessage(field, 'max'), scope, patterns, { max: most }) : '');
    if (!refused) onChange(adding ? [...chosen, key] : chosen.filter((other) => other !== key));
  };
  return { state: toState(source, { isMember, hydrated, busy }), choices, isChosen: ({ key }) => chosen.includes(key), choose, notice };
}

function toState(source: unknown, { isMember, hydrated, busy }: { isMember: boolean; hydrated: boolean; busy: boolean }): Picking['state'] {
  const reply = source !== null && typeof source === 'object' ? source : undefined;
  if (reply && resolve('/withheld', reply) === true) return !hydrated || isMember ? 'loading' : 'login';
  if (reply && resolve('/ok', reply) === false) return busy ? 'loading' : 'failed';
  return reply || !busy ? 'ready' : 'loading';
}
