import type { ReactElement } from 'react';
import type { FieldProps } from './kinds';
import { TextInput } from './TextInput';

/** A number. What is no number stays as it was typed, so that the rule can say so. */
export function NumberField(props: FieldProps): ReactElement {
  const onChange: FieldProps['onChange'] = (typed) =>
    props.onChange(typeof typed === 'string' && /^-?\d+(\.\d+)?$/.test(typed) && String(Number(typed)) === typed ? Number(typed) : typed);
  return <TextInput props={{ ...props, onChange }} inputMode="decimal" />;
}
