import { useEffect, useMemo, useRef, useState } from 'react';
import { asObject, asString, type Json, type JsonObject } from '../../../model/json';
import type { SettingsForm } from '../../../model/settingsForm';
import type { SettingsSection } from '../../../model/definitions.g';
import { usePage, usePageState, useShell } from '../../data/context';
import { notify, tellFailure } from '../../ui/notices';
import { merge } from './merge';

/** What came of the last attempt to save. */
export interface Outcome {
  /** Messages by the places that they are about; the empty one is anywhere else. */
  errors: Readonly<Record<string, string>>;
  message: string;
  /** The change, for who writes it by hand where the server cannot. */
  patch?: string;
}

/** A form for settings, its values and what can be done with them. */
export interface SettingsEditing {
  form: SettingsForm;
  values: Readonly<Record<string, Json>>;
  /** Changes when the values are others than those that were typed. */
  taken: number;
  change: (place: string, value: Json | undefined) => void;
  outcome: Outcome | undefined;
  busy: boolean;
  /** Whether something differs from what is kept. */
  changed: boolean;
  /** When something was saved here: what may still need a look. */
  saved: { warnings: readonly string[] } | undefined;
  save: () => void;
  reset: () => void;
}

/** Keeps what is typed into a form for settings until it is saved. */
export function useSettings(section: SettingsSection, form: SettingsForm): SettingsEditing {
  const { page } = usePage();
  const { call, say } = useShell();
  const { retry } = usePageState();
  const [values, setValues] = useState(form.values);
  const [outcome, setOutcome] = useState<Outcome>();
  const [saved, setSaved] = useState<{ warnings: readonly string[] }>();
  const [busy, setBusy] = useState(false);
  const [taken, setTaken] = useState(0);
  const known = useRef(form);
  const isSaved = useRef(false);
  useEffect(() => {
    const before = known.current;
    if (before.hash === form.hash) return;
    known.current = form;
    // What was typed meanwhile is laid on what somebody else saved.
    setValues((mine) => (isSaved.current ? form.values : asObject(merge(before.values, mine, form.values))));
    isSaved.current = false;
    setTaken((count) => count + 1);
  }, [form]);
  const changed = useMemo(() => JSON.stringify(values) !== JSON.stringify(form.values), [values, form.values]);
  useWarning(changed);
  const save = async (): Promise<void> => {
    const endpoint = page.endpoints[form.writable ? section.save : section.check];
    if (!endpoint || busy) return;
    setBusy(true);
    const { group, chosen, hash } = form;
    const reply = await call(endpoint, { group, file: form.files ? chosen : '', hash, values: JSON.stringify(values) });
    setBusy(false);
    const item = asObject(reply.item);
    if (reply.ok && !form.writable) return setOutcome({ errors: {}, message: say('settingsReadOnly'), patch: asString(item['patch']) });
    if (!reply.ok) {
      const { patch, ...errors } = reply.errors ?? {};
      setOutcome({ errors, message: reply.message ?? say('requestFailed'), ...(patch ? { patch } : {}) });
      // The file may be another by now.
      if (reply.status === 409) retry();
      return tellFailure(reply);
    }
    isSaved.current = true;
    setOutcome(undefined);
    setSaved({ warnings: (item['warnings'] as string[] | undefined) ?? [] });
    notify(reply.message ?? '', 'positive');
    retry();
  };
  return {
    form,
    values,
    taken,
    outcome,
    busy,
    changed,
    saved,
    change: (place, value) => {
      setSaved(undefined);
      setValues((now) => put(now, place, value));
    },
    save: () => void save(),
    reset: () => {
      setValues(form.values);
      setTaken((count) => count + 1);
      setOutcome(undefined);
    },
  };
}

function put(values: Readonly<Record<string, Json>>, place: string, value: Json | undefined): JsonObject {
  const { [place]: _before, ...others } = values;
  return value === undefined ? others : { ...values, [place]: value };
}

/** Browsers ask before a page is left on which something was typed. */
function useWarning(changed: boolean): void {
  useEffect(() => {
    if (!changed) return undefined;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [changed]);
}
