import { useState, type ReactElement } from 'react';
import { isPresent } from '../../../model/json';
import { formatText } from '../../../runtime/text';
import { evaluateAll } from '../../../runtime/value';
import { usePage, useShell } from '../../data/context';
import { useFormControl } from '../control/context';
import { fieldId } from '../control/useForm';
import { notify, tellFailure } from '../../ui/notices';
import { useShow } from '../../ui/useShow';
import type { FieldProps } from './kinds';
import { TextInput } from './TextInput';
import { useCountdown } from './useCountdown';

/** Seconds until another message may be asked for (ledger LOGIN-16). */
const usualWait = 60;

/** The code of a text message, with the button that sends it. */
export function SmsCodeField(props: FieldProps): ReactElement {
  const { patterns } = usePage().showContext;
  const { scope } = useFormControl();
  const { left, sending, ask } = useCode(props);
  const { code } = props.field;
  const label =
    left > 0 ? formatText(code?.again ?? code?.label, scope, patterns, { seconds: left }) : formatText(code?.label, scope, patterns);
  return (
    <span className="field-joined">
      <TextInput props={props} inputMode="numeric" spellCheck={false} />
      <button type="button" className="field-button" aria-disabled={left > 0 || sending || undefined} onClick={ask}>
        {label}
      </button>
    </span>
  );
}

function useCode({ name, field: { code } }: FieldProps): { left: number; sending: boolean; ask: () => void } {
  const { page } = usePage();
  const { call } = useShell();
  const { name: form, scope, values, check, land } = useFormControl();
  const { words: said } = useShow(scope);
  const [left, start] = useCountdown(`code ${page.path} ${form} ${name}`);
  const [sending, setSending] = useState(false);
  const endpoint = code && page.endpoints[code.source];
  const ask = (): void => {
    if (left > 0 || sending || !code || !endpoint) return;
    if (code.needs !== undefined && !isPresent(values[code.needs])) {
      notify(said(code.missing), 'warning');
      document.getElementById(fieldId(form, code.needs))?.focus();
      return;
    }
    const fault = check(values).find(({ field }) => field === code.needs);
    if (fault) return land({ [fault.field]: fault.message });
    setSending(true);
    void call(endpoint, evaluateAll(code.with, scope)).then((reply) => {
      setSending(false);
      if (!reply.ok) return tellFailure(reply);
      start(code.seconds ?? usualWait);
      notify(reply.message ?? '', 'positive');
    });
  };
  return { left, sending, ask };
}
