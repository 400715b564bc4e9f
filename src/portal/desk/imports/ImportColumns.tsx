import { useId, type ReactElement } from 'react';
import { useShell } from '../../data/context';
import { assignColumn, assignConst, type FilledBy, type ImportField, type ImportJob } from './importJob';
import './ImportColumns.css';

interface ImportColumnsProps {
  job: ImportJob;
  map: FilledBy;
  onChange: (map: FilledBy) => void;
}

/** Asks of each column of a file what it is, beside its first rows; and of choices that no column tells, whether all rows have the same. */
export function ImportColumns({ job: { columns, sample, fields }, map, onChange }: ImportColumnsProps): ReactElement {
  const { say } = useShell();
  const placeOf = (column: string): string => Object.entries(map).find(([, by]) => 'column' in by && by.column === column)?.[0] ?? '';
  const taken = new Set(Object.entries(map).flatMap(([place, by]) => ('column' in by ? [place] : [])));
  const isMissing = ({ required, place }: ImportField): boolean => required && map[place] === undefined;
  const fixed = fields.filter(({ place, options }) => options.length > 0 && !taken.has(place));
  const missing = fields.filter((field) => isMissing(field) && field.options.length === 0);
  return (
    <>
      {missing.length > 0 && (
        <p className="import-section-fault" role="status">
          {say('importUnmapped', { fields: missing.map(({ label }) => label).join('、') })}
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
                    value={placeOf(column)}
                    onChange={({ target }) => onChange(assignColumn(map, column, target.value))}
                  >
                    <option value="">{say('importLeaveOut')}</option>
                    {fields.map(({ place, label, required }) => (
                      <option key={place} value={place}>
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
      {fixed.length > 0 && <Fixed fields={fixed} map={map} onChange={onChange} />}
    </>
  );
}

function Fixed({ fields, map, onChange }: Pick<ImportColumnsProps, 'map' | 'onChange'> & { fields: readonly ImportField[] }): ReactElement {
  const { say } = useShell();
  const id = useId();
  return (
    <div className="import-columns-fixed">
      <h3>{say('importFixedTitle')}</h3>
      <p className="quiet">{say('importFixedHint')}</p>
      <div className="import-columns-fixed-fields">
        {fields.map(({ place, label, required, options }) => {
          const by = map[place];
          const chosen = by && 'const' in by ? options.findIndex(({ value }) => value === by.const) : -1;
          return (
            <p key={place}>
              <label htmlFor={`${id}${place}`}>{required ? `${label}（${say('importNeededMark')}）` : label}</label>
              <select
                id={`${id}${place}`}
                className="input"
                value={chosen < 0 ? '' : String(chosen)}
                onChange={({ target }) =>
                  onChange(assignConst(map, place, target.value === '' ? undefined : options[Number(target.value)]?.value))
                }
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
