import { useId, type ReactElement } from 'react';
import { useShell } from '../../data/context';
import { type Choice, type ImportField, type ImportJob, set } from './importJob';
import './ImportColumns.css';

interface ImportColumnsProps {
  job: ImportJob;
  choice: Choice;
  onChange: (choice: Choice) => void;
}

/** Asks of each column of a file what it is, beside its first rows; and of choices that no column tells, whether all rows have the same. */
export function ImportColumns({ job: { columns, sample, fields }, choice, onChange }: ImportColumnsProps): ReactElement {
  const { say } = useShell();
  // A field that another column fills is passed over.
  const taken = new Set(Object.values(choice.columns));
  const isMissing = ({ required, place }: ImportField): boolean => required && !taken.has(place) && choice.fixed[place] === undefined;
  const fixed = fields.filter(({ place, options }) => options.length > 0 && !taken.has(place));
  const missing = fields.filter((field) => isMissing(field) && field.options.length === 0);
  return (
    <>
      {missing.length > 0 && (
        <p className="import-section-fault" role="status">
          {say('importUnmapped', { fields: missing.map(({ label }) => label).join(say('listSeparator')) })}
        </p>
      )}
      <div className="import-section-scroll" tabIndex={0} role="region" aria-label={say('importColumnsTitle')}>
        <table className="import-section-table import-columns">
          <thead>
            <tr>
              <th scope="col">{say('importColumnHead')}</th>
              <th scope="col">{say('importSampleHead')}</th>
              <th scope="col">{say('importIntoHead')}</th>
            </tr>
          </thead>
          <tbody>
            {columns.map((column, index) => (
              <tr key={column}>
                <th scope="row">{column}</th>
                <td>
                  <ul className="import-columns-sample">
                    {sample.slice(0, 3).map((row, number) => (
                      <li key={number}>{row[index] || '\u00a0'}</li>
                    ))}
                  </ul>
                </td>
                <td>
                  <select
                    className="input"
                    aria-label={say('importIntoLabel', { column })}
                    value={choice.columns[column] ?? ''}
                    onChange={({ target }) => onChange({ ...choice, columns: set(choice.columns, column, target.value || undefined) })}
                  >
                    <option value="">{say('importLeaveOut')}</option>
                    {fields.map(({ place, label, required }) => (
                      <option key={place} value={place} disabled={taken.has(place) && choice.columns[column] !== place}>
                        {required ? `${label}（${say('importNeededMark')}）` : label}
                      </option>
                    ))}
                  </select>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {fixed.length > 0 && <Fixed fields={fixed} choice={choice} onChange={onChange} />}
    </>
  );
}

function Fixed({
  fields,
  choice,
  onChange,
}: Pick<ImportColumnsProps, 'choice' | 'onChange'> & { fields: readonly ImportField[] }): ReactElement {
  const { say } = useShell();
  const id = useId();
  return (
    <div className="import-columns-fixed">
      <h3>{say('importFixedTitle')}</h3>
      <p className="quiet">{say('importFixedHint')}</p>
      <div className="import-columns-fixed-fields">
        {fields.map(({ place, label, required, options }) => {
          const chosen = options.findIndex(({ value }) => value === choice.fixed[place]);
          return (
            <p key={place}>
              <label htmlFor={`${id}${place}`}>{required ? `${label}（${say('importNeededMark')}）` : label}</label>
              <select
                id={`${id}${place}`}
                className="input"
                value={chosen < 0 ? '' : String(chosen)}
                onChange={({ target }) => {
                  const value = target.value === '' ? undefined : options[Number(target.value)]?.value;
                  onChange({ ...choice, fixed: set(choice.fixed, place, value) });
                }}
              >
                <option value="">{say('importFixedNone')}</option>
                {options.map(({ value, label: words }, index) => (
                  <option key={String(value)} value={index}>
                    {words}
                  </option>
                ))}
              </select>
            </p>
          );
        })}
      </div>
    </div>
  );
}
