import { useId, type ReactElement } from 'react';
import type { TextKey } from '../../../model/textKeys.g';
import { useShell } from '../../data/context';
import './ImportManner.css';

/** How rows are stored. */
export interface Manner {
  bad: string;
  existing: string;
  state: string;
}

const choices: readonly {
  name: keyof Manner;
  label: TextKey;
  options: readonly (readonly [string, TextKey])[];
  forPublishers: readonly string[];
}[] = [
  {
    name: 'bad',
    label: 'importBad',
    options: [
      ['skip', 'importBadSkip'],
      ['nothing', 'importBadNothing'],
    ],
    forPublishers: [],
  },
  {
    name: 'existing',
    label: 'importExisting',
    options: [
      ['fill', 'importExistingFill'],
      ['replace', 'importExistingReplace'],
      ['keep', 'importExistingKeep'],
    ],
    forPublishers: ['fill', 'replace'],
  },
  {
    name: 'state',
    label: 'importState',
    options: [
      ['publish', 'importStatePublish'],
      ['draft', 'importStateDraft'],
    ],
    forPublishers: ['publish'],
  },
];

interface ImportMannerProps {
  manner: Manner;
  onChange: (manner: Manner) => void;
  /** Who may not publish cannot change what visitors see. */
  mayPublish: boolean;
  hasIds: boolean;
}

/** Asks what becomes of wrong rows, of items that are there already, and of new ones. */
export function ImportManner({ manner, onChange, mayPublish, hasIds }: ImportMannerProps): ReactElement {
  const { say } = useShell();
  const id = useId();
  return (
    <div className="import-manner">
      {choices.map(({ name, label, options, forPublishers }) => (
        <fieldset key={name}>
          <legend>{say(label)}</legend>
          {name === 'existing' && !hasIds && <p className="quiet">{say('importNoIds')}</p>}
          {options.map(([value, words]) => (
            <label key={value} className="import-manner-choice">
              <input
                type="radio"
                name={`${id}-${name}`}
                checked={manner[name] === value}
                disabled={!mayPublish && forPublishers.includes(value)}
                onChange={() => onChange({ ...manner, [name]: value })}
              />
              {say(words)}
            </label>
          ))}
        </fieldset>
      ))}
    </div>
  );
}
