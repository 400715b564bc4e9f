import { useState, type ReactElement } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router-dom';
import type { Effects, Form, Submission, Text } from '../../../model/definitions.g';
import type { Reply } from '../../../model/payload';
import { serializeForm } from '../../../runtime/form';
import { chooseEffects, buildReplyRoot } from '../../../runtime/outcome';
import type { Scope } from '../../../runtime/roots';
import { formatText, type Patterns } from '../../../runtime/text';
import { usePage, usePageState, useShell } from '../../data/context';
import { useSingleFlight } from '../../data/useSingleFlight';
import { notify, tellFailure } from '../../ui/notices';
import { useConfirm, type Question } from '../../ui/actions/useConfirm';
import { clearDraft } from './draft';
import { runEffects } from '../../ui/actions/effects';
import { useAlive } from './useAlive';
import type { FormFaults } from './useFaults';
import { useLine, type WaitingLine } from './useLine';
import { useRenewal } from './useRenewal';
import { useSending, type Way } from './useSending';
import type { FormSteps } from './useSteps';
import type { FormValues } from './useValues';

/** What sends a form, and what came of it. */
export interface FormSubmission {
  /** It cannot be sent: it is being sent, or locked for a while after that (ledger ENR-13). */
  busy: boolean;
  /** It is being sent, and nobody has answered yet. */
  sending: boolean;
  /** By captcha field, how often its picture was asked to change. */
  refreshes: Readonly<Record<string, number>>;
  /** Why the last attempt failed, until the next one: what is told in passing (ledger CONV-11) is gone before slow readers have read it. */
  refusal: string;
  /** Asks the form's question, sends what it holds and does what follows; nothing while it is being sent. */
  submit: () => void;
  /** Sends what is there so far as a draft. */
  save: () => void;
  /** The line that it waits in. */
  line: Pick<WaitingLine, 'place' | 'leave'>;
  dialog: ReactElement | null;
  /** Asks something in that dialog. */
  ask: (question: Question) => Promise<boolean>;
}

interface Submitted {
  form: Form;
  /** The name of its draft. */
  place: string;
  /** The page's roots and those given to the form. */
  scope: Scope;
  values: FormValues;
  steps: FormSteps;
  faults: FormFaults;
  onDone?: () => void;
}

/** Sends a form: question, call, messages to their fields, effects. */
export function useSubmission({ form, place, scope, values, steps, faults, onDone }: Submitted): FormSubmission {
  const { say } = useShell();
  const { actionContext, showContext } = usePage();
  const { retry, add } = usePageState();
  const navigate = useNavigate();
  const { ask, dialog } = useConfirm();
  const alive = useAlive();
  const line = useLine(alive, say('lineLeft'));
  const send = useSending(form, line);
  const renewal = useRenewal(form, faults);
  const [busy, setBusy] = useState<'sending' | 'locked'>();
  const [refreshes, setRefreshes] = useState<Readonly<Record<string, number>>>({});
  const [refused, setRefused] = useState<{ step: string | undefined; text: string }>();
  const inner = (): Scope => ({ ...scope, form: values.latest.current });

  const agreed = async (): Promise<boolean> => {
    const { confirm } = form.submit;
    const said = (text: Text | undefined): string => formatText(text, inner(), actionContext.patterns);
    if (!confirm) return true;
    const { title, text, confirm: yes, cancel } = confirm;
    const agrees = await ask({ title: said(title) || say('notice'), text: said(text), confirm: said(yes), cancel: said(cancel) });
    if (!agrees) notify(said(confirm.cancelled));
    return agrees;
  };

  /** @returns whether the visitor is taken elsewhere, and a promise that settles when what was shown in a dialog was read */
  const follow = (reply: Reply, way: Way): { leaves: boolean; read: Promise<unknown> } => {
    const effects = reply.ok ? way.success : way.failure;
    if (!reply.ok && !reply.errors && (!effects || (isSilent(effects) && reply.fault !== undefined))) tellFailure(reply);
    const outcome: Scope = { ...inner(), reply: buildReplyRoot(reply) };
    if (!reply.ok)
      setRefused({ step: steps.step, text: chooseRefusal(reply, chooseEffects(effects, outcome), outcome, actionContext.patterns) });
    let read: Promise<unknown> = Promise.resolve();
    runEffects(effects, {
      scope: outcome,
      actionContext,
      showContext,
      silent: reply.fault === 'session',
      http: reply.fault === 'http',
      okWord: say('confirm'),
      later: alive.later,
      reload: retry,
      step: steps.go,
      reset: values.reset,
      ask: (question: Question) => {
        const answer = ask(question);
        read = answer;
        return answer;
      },
      refresh: (field) => setRefreshes((current) => ({ ...current, [field]: (current[field] ?? 0) + 1 })),
      add: (counts) => add(counts, scope),
      go: (path) => {
        if (!alive.current) return;
        void steps.rewind().then(() => navigate(path, { replace: true }));
        onDone?.();
      },
    });
    return { leaves: reply.ok && chooseEffects(effects, outcome)?.goTo !== undefined, read };
  };

  /** Consents that were refused are given to the words as they are now: the ticks go, everything else that was typed stays. */
  const askAnew = (consents: readonly string[]): void => {
    if (consents.length === 0) return;
    // At once: messages that come together with another value of their field are dropped.
    flushSync(() => values.change({ ...values.latest.current, ...Object.fromEntries(consents.map((name) => [name, false])) }));
    retry();
  };

  const run = async (way: Way): Promise<void> => {
    const { lock, delay }: Pick<Submission, 'lock' | 'delay'> = way === form.submit ? form.submit : {};
    if (way === form.submit && !(await agreed())) return;
    setRefused(undefined);
    renewal.forget();
    setBusy('sending');
    await wait(delay);
    if (!alive.current) return;
    const locked = new Promise((resolve) => {
      setTimeout(resolve, lock ?? 0);
    });
    const reply = await send(serializeForm(form, values.latest.current, scope, actionContext.patterns), way);
    if (reply.ok) clearDraft(place);
    if (!alive.current) return;
    if (!reply.ok && reply.errors) {
      askAnew(Object.keys(reply.errors).filter((name) => form.fields[name]?.consent !== undefined));
      faults.land(reply.errors);
    }
    if (!reply.ok) renewal.renew(reply);
    const { leaves, read } = follow(reply, way);
    if (reply.ok && !leaves) void read.then(onDone);
    if (leaves) return;
    // What came of it is there: only the button stays as it is.
    if (lock !== undefined) {
      setBusy('locked');
      await locked;
    }
    if (alive.current) setBusy(undefined);
  };

  const start = useSingleFlight(run);
  // It stays busy after its last call when the visitor is taken elsewhere.
  const begin = (way: Way | undefined): void => {
    if (!busy && way) start(way);
  };
  const refusal = refused && refused.step === steps.step ? refused.text : '';
  return {
    busy: busy !== undefined,
    sending: busy === 'sending',
    refreshes,
    line,
    refusal: renewal.changed ? say('formChanged') : refusal,
    submit: () => begin(form.submit),
    save: () => begin(form.submit.draft),
    dialog,
    ask,
  };
}

const wait = async (milliseconds = 0): Promise<void> => {
  if (milliseconds > 0)
    await new Promise((resolve) => {
      setTimeout(resolve, milliseconds);
    });
};

/** What a definition does not want told are refusals of the back end; that nobody answered as they should is told none the less (ledger SESSION-18). */
const isSilent = (effects: Effects): boolean => Object.keys(effects).length === 0;

/** What a failed attempt is told in passing; none where it stays on the page in another way: at a field, in a dialog, as a step, on the page of the login. */
function chooseRefusal(reply: Reply, effects: Effects | undefined, scope: Scope, patterns: Patterns): string {
  if (reply.fault === 'session' || reply.errors || effects?.dialog || effects?.step !== undefined) return '';
  return effects ? formatText(effects.toast, scope, patterns) : (reply.message ?? '');
}
