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
 * reaches its length (ledger LOGIN-25), and when the form asks for it; what was typed for the old one goes, and the visitor is told. One that could
 * not be had, as while the network is away, is fetched again by itself. Who cannot read it lets the browser earn the characters.
 */
export function CaptchaField(props: FieldProps): ReactElement {
  const { say } = useShell();
  const { src, broken, refresh, onLoad, onError, task, renewed } = usePicture(props);
  const words = say(broken ? 'captchaFailed' : 'captchaAlt');
  return (
    <>
      <span className="field-joined">
        <TextInput props={props} autoCapitalize="none" spellCheck={false} />
        <button type="button" className="field-picture" title={say('captchaRefresh')} onClick={refresh}>
          {task.state === 'done' ? (
            <span className="field-picture-words">{say('captchaRefresh')}</span>
          ) : src !== undefined && !broken ? (
            <img src={src} width={120} height={44} alt={words} onLoad={onLoad} onError={onError} />
          ) : (
            <span className="field-picture-words">{broken ? words : <span className="unseen">{words}</span>}</span>
          )}
        </button>
      </span>
      {(task.offered || renewed) && <TaskLine task={task} renewed={renewed} />}
    </>
  );
}

/** The way around the picture, and how far it is; or that the picture is another one. The button keeps the focus while it works. */
function TaskLine({ task: { offered, state, start }, renewed }: { task: Task; renewed: boolean }): ReactElement {
  const { say } = useShell();
  const told = { idle: renewed ? say('captchaRenewed') : '', working: say('captchaSolving'), done: say('captchaSolved') };
  return (
    <span className="field-task">
      {offered && state !== 'done' && (
        <button type="button" className="quiet-link" aria-disabled={state === 'working' || undefined} onClick={start}>
          {say('captchaAlternative')}
        </button>
      )}
      <span role="status" className="field-task-state">
        {told[state]}
      </span>
    </span>
  );
}

function usePicture({ id, name, field: { code }, value, onChange }: FieldProps): {
  src: string | undefined;
  broken: boolean;
  refresh: () => void;
  onLoad: () => void;
  onError: () => void;
  task: Task;
  /** Whether a failed attempt took the picture, and the characters of the next one are not typed yet. */
  renewed: boolean;
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
  const onLoad = useAgain(broken, fetchNext);
  return { src, broken, refresh, onLoad, onError: () => setBroken(true), task, renewed: asked > 0 && (value ?? '') === '' };
}

/** How long a picture that could not be had is waited for before it is fetched again: each time longer, then the visitor presses it. Milliseconds. */
const waits = [2_000, 4_000, 8_000, 16_000, 30_000];

/**
 * Fetches a picture again that could not be had: after a while, and as soon as the browser says that the network is back.
 * @returns what is to be called when one is there: the next that cannot be had is waited for as the first
 */
function useAgain(broken: boolean, fetchNext: () => void): () => void {
  const latest = useLatest(fetchNext);
  const tries = useRef(0);
  useEffect(() => {
    if (!broken) return undefined;
    const again = (): void => latest.current();
    const wait = waits[tries.current];
    tries.current += 1;
    const timer = wait === undefined ? undefined : setTimeout(again, wait);
    window.addEventListener('online', again);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', again);
    };
  }, [broken, latest]);
  return () => {
    tries.current = 0;
  };
}
