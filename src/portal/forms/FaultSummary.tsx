import type { ReactElement } from 'react';
import { Message } from 'semantic-ui-react';
import { usePortal } from '../context';
import { fieldId, type FormControl } from './useForm';

/** How many fields have to be changed, and links to them; read out as soon as it is there. */
export function FaultSummary({ control: { name, faults, refusals } }: { control: FormControl }): ReactElement {
  const { say } = usePortal();
  return (
    <div className="form-faults" role="alert" key={refusals}>
      {faults.length > 0 && (
        <>
          <Message.Header as="p" className="form-faults-title">{say('formFaults', { count: faults.length })}</Message.Header>
          <Message.List as="ul">
            {faults.map(({ field, message }) => (
              <li key={field}><a href={`#${fieldId(name, field)}`} onClick={(event) => { event.preventDefault(); document.getElementById(fieldId(name, field))?.focus(); }}>{message}</a></li>
            ))}
          </Message.List>
        </>
      )}
    </div>
  );
}
