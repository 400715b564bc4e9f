import { useId, useState, type FormEvent, type ReactElement } from 'react';
import type { BulkQuestion } from '../../../model/definitions.g';
import { useShell } from '../../data/context';
import { Dialog } from '../../ui/Dialog';
import { useShow } from '../../ui/useShow';
import './RevealDialog.css';
import './BulkDialog.css';

interface BulkDialogProps {
  label: string;
  /** The lines that it is done with, and those ticked that it is not for. */
  count: number;
  left: number;
  /** What does not come back, and whom it concerns besides. */
  warnings: readonly string[];
  question?: BulkQuestion;
  /** Takes the answer; empty where nothing is asked or said. */
  onAgreed: (given: string) => void;
  onClose: () => void;
}

const usualMost = 500;

/** Asks before something is done with several lines, and what is asked once for all of them. */
export function BulkDialog({ label, count, left, warnings, question, onAgreed, onClose }: BulkDialogProps): ReactElement {
  const { say } = useShell();
  const { words } = useShow();
  const id = useId();
  const [missing, setMissing] = useState(false);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const said = new FormData(event.currentTarget);
    const given =
      [said.get('typed'), said.get('chosen')].map((value) => (typeof value === 'string' ? value.trim() : '')).find(Boolean) ?? '';
    if (question?.required && given === '') setMissing(true);
    else onAgreed(given);
  };
  return (
    <Dialog title={label} onClose={onClose}>
      <form className="reveal-dialog" onSubmit={submit} noValidate>
        <p>
          {say('deskBulkAsk', { count, label })}
          {left > 0 && say('deskBulkLeft', { count: left })}
        </p>
        {warnings.map((warning) => (
          <p key={warning}>{warning}</p>
        ))}
        {question && (
          <fieldset className="bulk-dialog-asks" aria-describedby={missing ? `${id}-error` : undefined}>
            <legend>{words(question.label)}</legend>
            {question.options?.map((option) => (
              <label key={option} className="reveal-dialog-choice">
                <input type="radio" name="chosen" value={option} onChange={() => setMissing(false)} />
                {option}
              </label>
            ))}
            <p className="reveal-dialog-field">
              {question.options && <label htmlFor={id}>{say('deskBulkWords')}</label>}
              <textarea
                id={id}
                className="input"
                name="typed"
                rows={3}
                maxLength={question.max ?? usualMost}
                aria-label={question.options ? undefined : words(question.label)}
                aria-invalid={missing || undefined}
                onChange={() => setMissing(false)}
              />
              {missing && (
                <span id={`${id}-error`} className="input-error" role="alert">
                  {say('deskBulkNeeded', { label: words(question.label) })}
                </span>
              )}
            </p>
          </fieldset>
        )}
        <p className="reveal-dialog-end">
          <button type="submit" className="button">
            {label}
          </button>
        </p>
      </form>
    </Dialog>
  );
}
