import type { ChangeEvent, InputHTMLAttributes, ReactElement } from 'react';
import { normalizeInput } from '../../../runtime/normalizeInput';
import { useShell } from '../../data/context';
import { joinIds, toInputProps, type FieldProps } from './kinds';
import { useMask } from './useMask';

/** One line that is typed; its own kind decides on the attributes. Numbers and codes are tidied as they come, but never under the hands of an input method. */
export function TextInput({ props, ...attributes }: { props: FieldProps } & InputHTMLAttributes<HTMLInputElement>): ReactElement {
  const { id, field, value, placeholder, onChange } = props;
  const { suggestions } = field;
  const { mask, stands, handlers, typed } = useMask(props);
  const describedBy = joinIds(props.describedBy, stands && `${id}-mask`);
  const take = (text: string): void => onChange(normalizeInput(field.field, typed(text)));
  const input = (
    <input
      type="text"
      {...attributes}
      {...handlers}
      {...toInputProps({ ...props, describedBy })}
      className={`input field-input ${attributes.className ?? ''}`.trim()}
      autoComplete={field.autocomplete ?? 'off'}
      placeholder={placeholder || undefined}
      list={suggestions && `${id}-suggestions`}
      value={typeof value === 'string' || typeof value === 'number' ? value : ''}
      onChange={(event) => (isComposing(event) ? onChange(typed(event.target.value)) : take(event.target.value))}
      onCompositionEnd={(event) => take(event.currentTarget.value)}
    />
  );
  const restore = mask === undefined || stands ? undefined : (): void => onChange(mask);
  if (field.masked) return <Masked id={id} input={input} stands={stands} restore={restore} />;
  if (!suggestions) return input;
  return (
    <>
      {input}
      <datalist id={`${id}-suggestions`}>
        {suggestions.map((suggestion) => (
          <option key={String(suggestion)} value={String(suggestion)} />
        ))}
      </datalist>
    </>
  );
}

const isComposing = ({ nativeEvent }: ChangeEvent): boolean => 'isComposing' in nativeEvent && nativeEvent.isComposing === true;

interface MaskedProps {
  id: string;
  input: ReactElement;
  stands: boolean;
  restore: (() => void) | undefined;
}

/** A line that started as a mask: how to change it, and the way back to the mask. */
function Masked({ id, input, stands, restore }: MaskedProps): ReactElement {
  const { say } = useShell();
  return (
    <>
      <span className="field-joined field-masked">
        {input}
        {restore && (
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
