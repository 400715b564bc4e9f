import { useState, type ReactElement } from 'react';
import { isPresent } from '../../../model/json';
import { formatText } from '../../../runtime/text';
import { evaluateAll } from '../../../runtime/value';
import { usePage, useShell } from '../../data/context';
import { useFormControl } from '../control/context';
import { fieldId } from '../control/useForm';
import { notify, tellFailure } from '../../ui/notices';
import { useShow } from '../../ui/useShow';
import { CaptchaField } from './CaptchaField';
import type { FieldProps } from './kinds';
import { TextInput } from './TextInput';
import { useCountdown } from './useCountdown';
import { useProof, type ProofOfWork } from './useProof';

/** Seconds until another message may be asked for (ledger LOGIN-16). */
const usualWait = 60;

/** The code of a text message, with the button that sends it. */
export function SmsCodeField(props: FieldProps): ReactElement {
  const { patterns } = usePage().showContext;
  const { scope } = useFormControl();
  const { left, sending, ask, proof } = useCode(props);
  const { code } = props.field;
  const label =
    left > 0 ? formatText(code?.again ?? code?.label, scope, patterns, { seconds: left }) : formatText(code?.label, scope, patterns);
  return (
    <>
      {proof.pictures > 0 && <PictureOfProof props={props} proof={proof} />}
      <span className="field-joined">
        <TextInput props={props} inputMode="numeric" spellCheck={false} />
        <button type="button" className="field-button" aria-disabled={left > 0 || sending || undefined} onClick={ask}>
          {label}
        </button>
      </span>
    </>
  );
}

/** The picture that is read before the message is sent, where the browser could not earn it. */
function PictureOfProof({ props, proof: { pictures, characters, type } }: { props: FieldProps; proof: ProofOfWork }): ReactElement {
  const { page } = usePage();
  const { say } = useShell();
  const { code } = props.field;
  const id = `${props.id}-picture`;
  const source = code && page.endpoints[code.source]?.proof?.picture;
  const phone = code?.with?.['phone'];
  return (
    <span className="field-proof">
      <label className="unseen" htmlFor={id}>
        {say('proofLabel')}
      </label>
      <CaptchaField
        key={pictures}
        id={id}
        name={`${props.name}-picture`}
        field={{ field: 'captcha', code: { source: source ?? '', ...(phone === undefined ? {} : { with: { phone } }) } }}
        scope={props.scope}
        beside={props.beside}
        value={characters}
        onChange={(value) => type(String(value))}
        label={say('proofLabel')}
        placeholder={say('proofHint')}
        describedBy={undefined}
        invalid={false}
      />
    </span>
  );
}

function useCode({ name, field: { code } }: FieldProps): { left: number; sending: boolean; ask: () => void; proof: ProofOfWork } {
  const { page } = usePage();
  const { call, say } = useShell();
  const { name: form, scope, values, check, land } = useFormControl();
  const { words: said } = useShow(scope);
  const [left, start] = useCountdown(`code ${page.path} ${form} ${name}`);
  const [sending, setSending] = useState(false);
  const endpoint = code && page.endpoints[code.source];
  const proof = useProof(endpoint?.proof);
  const send = async (): Promise<void> => {
    if (!code || !endpoint) return;
    const given = evaluateAll(code.with, scope);
    const earned = await proof.prove(given);
    if (!earned) return;
    const reply = await call(endpoint, { ...given, ...earned });
    if (proof.pictures > 0 && !reply.ok) notify(say('captchaRenewed'), 'warning');
    proof.renew();
    if (!reply.ok) return tellFailure(reply);
    start(code.seconds ?? usualWait);
    notify(reply.message ?? '', 'positive');
  };
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
    void send().finally(() => setSending(false));
  };
  return { left, sending, ask, proof };
}
