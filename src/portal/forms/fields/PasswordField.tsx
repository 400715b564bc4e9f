import { useState, type ReactElement } from 'react';
import { useShell } from '../../data/context';
import type { FieldProps } from './kinds';
import { TextInput } from './TextInput';

/** A password, which can be made readable while it is typed. */
export function PasswordField(props: FieldProps): ReactElement {
  const { say } = useShell();
  const [readable, setReadable] = useState(false);
  return (
    <span className="field-joined">
      <TextInput props={props} type={readable ? 'text' : 'password'} autoCapitalize="none" spellCheck={false} />
      <button type="button" className="field-button field-button-quiet" aria-controls={props.id} onClick={() => setReadable(!readable)}>
        {say(readable ? 'hidePassword' : 'showPassword')}
      </button>
    </span>
  );
}
