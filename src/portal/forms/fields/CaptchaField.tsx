import { useEffect, useRef, useState, type ReactElement } from 'react';
import { buildRequest } from '../../../runtime/buildRequest';
import { evaluateAll } from '../../../runtime/value';
import { usePage, useShell } from '../../data/context';
import { useFormControl } from '../control/context';
import { useLatest } from '../../data/useLatest';
import type { FieldProps } from './kinds';
import { TextInput } from './TextInput';
import { useTask, type Task } from './useTask';

/**
 * The characters of a picture. The picture comes after hydration; it changes when it is clicked, when the field that it needs
 * reaches its length (ledger LOGIN-25), and when the form asks for it; what was typed for the old one goes. Who cannot read it
 * lets the browser earn the characters.
 */
export function CaptchaField(props: FieldProps): ReactElement {
  const { say } = useShell();
  const { src, broken, refresh, onError, task } = usePicture(props);
  const words = say(broken ? 'captchaFailed' : 'captchaAlt');
  return (
    <>
      <span className="field-joined">
        <TextInput props={props} autoCapitalize="none" spellCheck={false} />
        <button type="button" className="field-picture" title={say('captchaRefresh')} onClick={refresh}>
          {task.state === 'done' ? (
            <span className="field-picture-words">{say('captchaRefresh')}</span>
          ) : src !== undefined && !broken ? (
            <img src={src} width={120} height={44} alt={words} onError={onError} />
          ) : (
            <span className="field-picture-words">{broken ? words : <span className="unseen">{words}</span>}</span>
          )}
        </button>
      </span>
      {task.offered && <TaskButton task={task} />}
    </>
  );
}

/** The way around the picture, and how far it is. The button keeps the focus while it works. */
function TaskButton({ task: { state, start } }: { task: Task }): ReactElement {
  const { say } = useShell();
  return (
    <span className="field-task">
      {state !== 'done' && (
        <button type="button" className="quiet-link" aria-disabled={state === 'working' || undefined} onClick={start}>
          {say('captchaAlternative')}
        </button>
      )}
      <span role="status" className="field-task-state">
        {state === 'idle' ? '' : say(state === 'working' ? 'captchaSolving' : 'captchaSolved')}
      </span>
    </span>
  );
}

function usePicture({ id, name, field: { code }, value, onChange }: FieldProps): {
  src: string | undefined;
  broken: boolean;
  refresh: () => void;
  onError: () => void;
  task: Task;
} {
  const { page } = usePage();
  const { scope, values, refreshes } = useFormControl();
  const [src, setSrc] = useState<string>();
  const [broken, setBroken] = useState(false);
  const endpoint = code && page.endpoints[code.source];
  const change = useLatest(onChange);
  const task = useTask(endpoint?.alternative, (characters) => {
    change.current(characters);
    // The button is gone then; who went on to another field stays there.
    if (document.activeElement?.closest('.field-task')) document.getElementById(id)?.focus();
  });
  const fetchNext = (): void => {
    setBroken(false);
    if (endpoint) setSrc(buildRequest(endpoint, { ...evaluateAll(code.with, scope), timestamp: Date.now() }).url);
  };
  const refresh = (): void => {
    task.forget();
    fetchNext();
    if (typeof value === 'string' && value !== '') onChange('');
  };
  const latest = useLatest({ refresh, state: task.state });
  const needed = code?.needs === undefined ? undefined : values[code.needs];
  const complete = typeof needed === 'string' && code?.refreshAt !== undefined && needed.length === code.refreshAt ? needed : undefined;
  const seen = useRef<string>();
  const asked = refreshes[name] ?? 0;
  useEffect(() => {
    latest.current.refresh();
  }, [asked, latest]);
  useEffect(() => {
    const changed = complete !== undefined && seen.current !== complete;
    seen.current = complete;
    // A new picture would take the place of the characters that are being earned, which are no telephone's.
    if (changed && latest.current.state === 'idle') latest.current.refresh();
  }, [complete, latest]);
  return { src, broken, refresh, onError: () => setBroken(true), task };
}
