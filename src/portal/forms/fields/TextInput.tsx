import type { ChangeEvent, InputHTMLAttributes, ReactElement } from 'react';
import { normalizeInput } from '../../../runtime/tidy';
import { useShell } from '../../data/context';
import type { FieldProps } from './kinds';
import { useMask } from './useMask';

/** The attributes that tell assistive technology of a field's state. */
export const stateOf = ({
  describedBy,
  invalid,
  field,
}: FieldProps): { 'aria-describedby': string | undefined; 'aria-invalid': true | undefined; 'aria-required': true | undefined } => ({
  'aria-describedby': describedBy,
  'aria-invalid': invalid || undefined,
  'aria-required': field.required === undefined ? undefined : true,
});

/** One line that is typed; its own kind decides on the attributes. Numbers and codes are tidied as they come, but never under the hands of an input method. */
export function TextInput({ props, ...attributes }: { props: FieldProps } & InputHTMLAttributes<HTMLInputElement>): ReactElement {
  const { id, name, field, value, placeholder, onChange } = props;
  const { mask, stands, handlers, typed } = useMask(props);
  const described = [props.describedBy, stands ? `${id}-mask` : undefined].filter((part) => part !== undefined).join(' ') || undefined;
  const take = (text: string): void => onChange(normalizeInput(field.field, typed(text)));
  const input = (
    <input
      type="text"
      {...attributes}
      {...handlers}
      {...stateOf({ ...props, describedBy: described })}
      id={id}
      name={name}
      className={`input field-input ${attributes.className ?? ''}`.trim()}
      autoComplete={field.autocomplete ?? 'off'}
      placeholder={placeholder || undefined}
      value={typeof value === 'string' || typeof value === 'number' ? value : ''}
      onChange={(event) => (isComposing(event) ? onChange(typed(event.target.value)) : take(event.target.value))}
      onCompositionEnd={(event) => take(event.currentTarget.value)}
    />
  );
  return field.masked ? (
    <Masked
      id={id}
      input={input}
      mask={mask}
      stands={stands}
      restore={() => {
        if (mask !== undefined) onChange(mask);
      }}
    />
  ) : (
    input
  );
}

const isComposing = ({ nativeEvent }: ChangeEvent): boolean => 'isComposing' in nativeEvent && nativeEvent.isComposing === true;

/** A line that started as a mask: how to change it, and the way back to the mask. */
function Masked({
  id,
  input,
  mask,
  stands,
  restore,
}: {
  id: string;
  input: ReactElement;
  mask: string | undefined;
  stands: boolean;
  restore: () => void;
}): ReactElement {
  const { say } = useShell();
  return (
    <>
      <span className="field-joined field-masked">
        {input}
        {mask !== undefined && !stands && (
          <button type="button" className="field-button field-button-quiet" onClick={restore}>
            {say('restoreMask')}
          </button>
        )}
      </span>
      {stands && (
        <p id={`${id}-mask`} className="field-hint field-after">
          {say('maskHint')}
        </p>
      )}
    </>
  );
}
