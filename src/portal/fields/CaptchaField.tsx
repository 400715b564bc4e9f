import { useEffect, useRef, useState, type ReactElement } from 'react';
import { requestOf } from '../../runtime/address';
import { evaluateAll } from '../../runtime/value';
import { usePortal } from '../context';
import { useFormControl } from '../forms/context';
import type { FieldProps } from './kinds';
import { TextInput } from './TextInput';

/**
 * The characters of a picture. The picture comes after hydration; it changes when it is clicked, when the field that it needs
 * reaches its length (ledger LOGIN-25), and when the form asks for it; what was typed for the old one goes.
 */
export function CaptchaField(props: FieldProps): ReactElement {
  const { say } = usePortal();
  const { src, broken, refresh, onError } = usePicture(props);
  const words = say(broken ? 'captchaFailed' : 'captchaAlt');
  return (
    <span className="field-joined">
      <TextInput props={props} autoCapitalize="none" spellCheck={false} />
      <button type="button" className="field-picture" title={say('captchaRefresh')} onClick={refresh}>
        {src !== undefined && !broken ? <img src={src} width={120} height={44} alt={words} onError={onError} /> : <span className="field-picture-words">{broken ? words : <span className="unseen">{words}</span>}</span>}
      </button>
    </span>
  );
}

function usePicture({ name, field: { code }, value, onChange }: FieldProps): { src: string | undefined; broken: boolean; refresh: () => void; onError: () => void } {
  const { page } = usePortal();
  const { scope, values, refreshes } = useFormControl();
  const [src, setSrc] = useState<string>();
  const [broken, setBroken] = useState(false);
  const endpoint = code && page.endpoints[code.source];
  const fetchNext = (): void => {
    setBroken(false);
    if (endpoint) setSrc(requestOf(endpoint, { ...evaluateAll(code.with, scope), timestamp: Date.now() }).url);
  };
  const refresh = (): void => {
    fetchNext();
    if (typeof value === 'string' && value !== '') onChange('');
  };
  const latest = useRef(refresh);
  latest.current = refresh;
  const needed = code?.needs === undefined ? undefined : values[code.needs];
  const complete = typeof needed === 'string' && code?.refreshAt !== undefined && needed.length === code.refreshAt ? needed : undefined;
  const seen = useRef<string>();
  const asked = refreshes[name] ?? 0;
  useEffect(() => { latest.current(); }, [asked]);
  useEffect(() => {
    if (complete === undefined || seen.current === complete) { seen.current = complete; return; }
    seen.current = complete;
    latest.current();
  }, [complete]);
  return { src, broken, refresh, onError: () => setBroken(true) };
}
