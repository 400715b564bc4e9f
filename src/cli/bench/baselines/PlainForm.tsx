import { useEffect, useState, type FormEvent, type ReactElement } from 'react';

/** A field of a form that is written by hand. */
export interface PlainField {
  name: string;
  label: string;
  type: string;
  /** What there is to choose from; absent: it is typed. */
  choices?: string[];
  required: boolean;
}

/** A form as somebody would write it by hand for one page: what a form of the portal is measured beside. */
export function PlainForm({ fields }: { fields: readonly PlainField[] }): ReactElement {
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [tried, setTried] = useState(false);
  const [live, setLive] = useState(false);
  useEffect(() => setLive(true), []);
  const isMissing = ({ name, required }: PlainField): boolean => tried && required && !values[name];
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
  };
  return (
    <form className="form-view-fields" noValidate onSubmit={submit}>
      {fields.map((field) => (
        <p key={field.name}>
          <label htmlFor={field.name}>{field.label}</label>
          <Input field={field} value={values[field.name] ?? ''} onChange={(value) => setValues({ ...values, [field.name]: value })} />
          {isMissing(field) && <span role="alert">!</span>}
        </p>
      ))}
      <button type="submit" disabled={!live}>
        OK
      </button>
    </form>
  );
}

function Input({ field, value, onChange }: { field: PlainField; value: string; onChange: (value: string) => void }): ReactElement {
  const { name, type, choices } = field;
  if (!choices) return <input id={name} name={name} type={type} value={value} onChange={(event) => onChange(event.target.value)} />;
  return (
    <select id={name} name={name} value={value} onChange={(event) => onChange(event.target.value)}>
      {['', ...choices].map((choice) => (
        <option key={choice}>{choice}</option>
      ))}
    </select>
  );
}
