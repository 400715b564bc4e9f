import type { ReactElement } from 'react';
import type { RecordPick } from '../../../model/definitions.g';
import type { PickChoice } from '../../../runtime/pick';
import { usePageState, useShell } from '../../data/context';
import { useFormControl } from '../control/context';
import { Inline, Words } from '../../ui/Words';
import { useShow } from '../../ui/useShow';
import { AddRecord } from './AddRecord';
import { FieldSet } from './FieldLabel';
import { FieldNotice } from './FieldNotice';
import { joinIds, type FieldProps } from './kinds';
import { usePick, type Picking } from './usePick';
import '../../ui/Skeleton.css';
import './PickField.css';

/** Saved records to choose from, one or several, as cards; those that cannot be chosen say why (ledger ENR-05). */
export function PickField(props: FieldProps): ReactElement | null {
  const { id, field, describedBy } = props;
  const picking = usePick(props);
  const { scope } = useFormControl();
  const { words } = useShow(scope);
  if (!field.pick) return null;
  const { add } = field.pick;
  const none = !picking.choices.some(({ reason }) => reason === undefined);
  return (
    <FieldSet props={props} describedBy={joinIds(describedBy, picking.notice !== '' && `${id}-notice`)} busy={picking.state === 'loading'}>
      <PickBody props={props} pick={field.pick} picking={picking} />
      {add && picking.state !== 'login' && <AddRecord id={none ? id : undefined} form={add.form} label={words(add.label)} />}
      <FieldNotice id={id} notice={picking.notice} />
    </FieldSet>
  );
}

function PickBody({ props, pick, picking }: { props: FieldProps; pick: RecordPick; picking: Picking }): ReactElement {
  const { state, choices, isChosen, choose } = picking;
  const { say } = useShell();
  const { retry } = usePageState();
  const { scope } = useFormControl();
  const { words } = useShow(scope);
  if (state === 'loading')
    return (
      <div className="pick-field-list" role="status" aria-label={say('loading')}>
        <span className="skeleton-bone pick-field-bone" />
        <span className="skeleton-bone pick-field-bone" />
      </div>
    );
  if (state === 'login') return <p className="field-none">{say('loginRequired')}</p>;
  if (state === 'failed')
    return (
      <p className="field-none">
        {say('errorBusy')}{' '}
        <button type="button" className="quiet-link" onClick={retry}>
          {say('retry')}
        </button>
      </p>
    );
  if (choices.length === 0) return <p className="field-none">{words(pick.empty) || say('noData')}</p>;
  const first = choices.findIndex(({ reason }) => reason === undefined);
  return (
    <ul className="pick-field-list">
      {choices.map((choice, index) => (
        <li key={choice.key}>
          <PickCard
            props={props}
            pick={pick}
            choice={choice}
            id={index === first ? props.id : `${props.id}-${index}`}
            chosen={isChosen(choice)}
            onChoose={() => choose(choice)}
          />
        </li>
      ))}
      {pick.none !== undefined && (
        <li>
          <PickNone props={props} words={words(pick.none)} chosen={!choices.some(isChosen)} />
        </li>
      )}
    </ul>
  );
}

/** The choice of none of the records. */
function PickNone({ props: { id, onChange }, words, chosen }: { props: FieldProps; words: string; chosen: boolean }): ReactElement {
  return (
    <label className={`pick-field-card ${chosen ? 'pick-field-chosen' : ''}`.trim()}>
      <input type="radio" id={`${id}-none`} name={id} value="" checked={chosen} onChange={() => onChange('')} />
      <span className="pick-field-words">
        <span className="pick-field-title">{words}</span>
      </span>
    </label>
  );
}

interface PickCardProps {
  props: FieldProps;
  pick: RecordPick;
  choice: PickChoice;
  id: string;
  chosen: boolean;
  onChoose: () => void;
}

function PickCard({ props, pick, choice, id, chosen, onChoose }: PickCardProps): ReactElement {
  const { id: group, field, invalid } = props;
  const { key, row, reason } = choice;
  const { scope } = useFormControl();
  const { one, all } = useShow({ ...scope, row });
  const title = one(pick.title);
  return (
    <label className={`pick-field-card ${chosen ? 'pick-field-chosen' : ''} ${reason === undefined ? '' : 'pick-field-off'}`.trim()}>
      <input
        type={field.field === 'pickOne' ? 'radio' : 'checkbox'}
        id={id}
        name={group}
        value={key}
        checked={chosen}
        disabled={reason !== undefined}
        aria-invalid={(invalid && reason === undefined) || undefined}
        onChange={onChoose}
      />
      <span className="pick-field-words">
        <span className="pick-field-title">{title && <Words shown={title} />}</span>
        {all(pick.fields).map(([name, shown]) => (
          <Inline key={name} shown={shown} className="pick-field-fact" />
        ))}
        {reason !== undefined && <span className="pick-field-reason">{reason}</span>}
      </span>
    </label>
  );
}
