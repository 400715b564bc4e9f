import { useEffect, useState, type ReactElement } from 'react';
import { createPortal } from 'react-dom';
import type { Times } from '../../../model/definitions.g';
import { writeSpan } from '../../../runtime/dates';
import { usePage, useShell } from '../../data/context';
import { useFormControl } from '../control/context';
import { notify } from '../../ui/notices';
import { useHydrated } from '../../data/hydration';
import { Icon } from '../../ui/icons';
import { useLoaded } from '../../ui/useLoaded';
import type { PickerProps } from '../../custom/picker/kinds';
import { useTimes } from '../../custom/picker/useTimes';
import { FieldLabel } from './FieldLabel';
import { toInputProps, type FieldProps } from './kinds';
import { useLatest } from '../../data/useLatest';

/** A day and times of it that are free: the chosen ones in words, and the dialog in which they are chosen. */
export function TimeSlotsField(props: FieldProps): ReactElement | null {
  const { id, name, field, value, placeholder, onChange } = props;
  const { say } = useShell();
  const { showContext } = usePage();
  const live = useHydrated();
  const [open, setOpen] = useState(false);
  useReopening(name, setOpen);
  const chosen = typeof value === 'string' ? value : '';
  if (!field.times) return null;
  return (
    <>
      <span id={`${id}-label`} className="field-label">
        <FieldLabel {...props} />
      </span>
      <button
        {...toInputProps(props)}
        name={undefined}
        aria-required={undefined}
        type="button"
        className={`input field-input field-times ${chosen === '' ? 'field-times-empty' : ''}`.trim()}
        disabled={!live}
        aria-haspopup="dialog"
        aria-labelledby={`${id}-label ${id}-value`}
        onClick={() => setOpen(true)}
      >
        <Icon name="calendar" />
        <span id={`${id}-value`}>{writeSpan(chosen, undefined, 'moment', showContext)?.text || placeholder || say('pickerTitle')}</span>
      </button>
      {open && <TimesDialog times={field.times} value={chosen} onPick={onChange} onClose={() => setOpen(false)} />}
    </>
  );
}

/** What was refused by the server, such as times taken meanwhile, is chosen again at once (ledger BOOK-26). */
function useReopening(name: string, setOpen: (open: boolean) => void): void {
  const { refused, refusals } = useFormControl();
  const message = refused[name];
  useEffect(() => {
    if (message !== undefined) setOpen(true);
  }, [message, refusals, setOpen]);
}

interface TimesDialogProps extends Pick<PickerProps, 'value' | 'onPick' | 'onClose'> {
  times: Times;
}

/** The dialog stands outside of the form. */
function TimesDialog({ times, value, onPick, onClose }: TimesDialogProps): ReactElement | null {
  const { say } = useShell();
  const { scope } = useFormControl();
  const given = useTimes(times, scope);
  const { part: TimePickerDialog, failed } = useLoaded(() =>
    import('../../custom/picker/TimePickerDialog').then((module) => module.TimePickerDialog),
  );
  const impossible = failed || !given;
  const giveUp = useLatest(() => {
    notify(say(failed ? 'notFetched' : 'pickerFailed'), 'warning');
    onClose();
  });
  useEffect(() => {
    if (impossible) giveUp.current();
  }, [impossible, giveUp]);
  return given && TimePickerDialog
    ? createPortal(<TimePickerDialog {...given} value={value} onPick={onPick} onClose={onClose} />, document.body)
    : null;
}
