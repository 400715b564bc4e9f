import type { ReactElement } from 'react';
import type { Tone } from '../../model/definitions.g';
import { glyphs, type FormGlyph } from './fields/glyphs';
import { ActionButton } from '../ui/actions/ActionButton';
import { useShow } from '../ui/useShow';
import { Outline } from '../ui/icons';
import type { FormControl } from './control/useForm';
import './FormView.css';
import './LastStep.css';

/** The sign of an outcome; other tones have the one of news. */
const signs: Partial<Record<Tone, FormGlyph>> = { positive: 'check', danger: 'cross', warning: 'alert' };

/** A step without fields: what came of it, in words that are read out, and ways to go on. */
export function LastStep({ control: { name, scope, steps, restart } }: { control: FormControl }): ReactElement {
  const { open } = steps;
  const { words, targets } = useShow(scope);
  const tone = open?.outcome;
  const again = words(open?.again);
  return (
    <div
      id={tone === undefined ? undefined : `form-${name}-step`}
      className={`form-view-last ${tone === undefined ? '' : `last-step last-step-${tone}`}`.trim()}
      role="status"
      tabIndex={-1}
    >
      {tone !== undefined && (
        <span className="last-step-sign">
          <Outline path={glyphs[signs[tone] ?? 'news']} />
        </span>
      )}
      {tone !== undefined && <p className="last-step-title">{words(open?.label)}</p>}
      <p>{words(open?.text)}</p>
      <div className="form-view-buttons">
        {targets(open?.actions).map(([key, target]) => (
          <ActionButton key={key} target={target} className="button-large" />
        ))}
        {again !== '' && (
          <button type="button" className="button button-large" onClick={restart}>
            {again}
          </button>
        )}
      </div>
    </div>
  );
}
