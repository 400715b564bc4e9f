import type { ReactElement } from 'react';
import { countStars } from '../../../runtime/formSchema';
import { useShell } from '../../data/context';
import { FieldSet } from './FieldLabel';
import type { FieldProps } from './kinds';

/** A number of stars: radio buttons, so that arrow keys change it and it is read out as one of so many. */
export function RatingField(props: FieldProps): ReactElement {
  const { id, name, field, value, onChange, invalid } = props;
  const { say } = useShell();
  const given = typeof value === 'number' ? value : 0;
  return (
    <FieldSet props={props}>
      <div className="field-stars">
        {Array.from({ length: countStars(field) }, (_, index) => index + 1).map((stars) => (
          <label key={stars} className={`field-star-choice ${stars <= given ? 'field-star-on' : ''}`.trim()}>
            <input
              type="radio"
              className="unseen"
              id={stars === 1 ? id : `${id}-${stars}`}
              name={id}
              data-field={name}
              value={stars}
              checked={stars === given}
              aria-invalid={invalid || undefined}
              onChange={() => onChange(stars)}
            />
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d="m12 3 2.8 5.8 6.2.8-4.5 4.4 1.1 6.3L12 17.2l-5.6 3.1 1.1-6.3L3 9.6l6.2-.8z" />
            </svg>
            <span className="unseen">{say('stars', { stars })}</span>
          </label>
        ))}
      </div>
    </FieldSet>
  );
}
