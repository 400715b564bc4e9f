import type { ReactElement } from 'react';
import { useShell } from '../../data/context';
import { useFormControl } from '../control/context';
import { useConfirm } from '../../ui/actions/useConfirm';
import { Words } from '../../ui/Words';
import { useShow } from '../../ui/useShow';
import { toInputProps, type FieldProps } from './kinds';

/** A tick under terms: it is set by agreeing to them in the dialog that shows them, and taken away at once. */
export function AgreementField(props: FieldProps): ReactElement {
  const { say } = useShell();
  const { words, one } = useShow(useFormControl().scope);
  const { ask, dialog } = useConfirm();
  const { value, label, onChange } = props;
  const { notice } = props.field;
  const rich = notice?.rich === undefined ? undefined : one({ value: notice.rich, format: 'html' });
  const read = async (): Promise<void> => {
    const agreed =
      !notice ||
      (await ask({
        title: words(notice.title) || label,
        text: rich ? (
          <div className="dialog-terms" tabIndex={0}>
            <Words shown={rich} />
          </div>
        ) : (
          words(notice.text)
        ),
        confirm: words(notice.confirm) || say('ok'),
        cancel: words(notice.cancel),
      }));
    if (agreed) onChange(true);
  };
  return (
    <div className="field-choice field-agreement">
      <label className="field-tick">
        <input
          {...toInputProps(props)}
          type="checkbox"
          checked={value === true}
          // Its words stand beside it; where they are scrolled out of sight, some tools take them for hidden and find no name by them.
          aria-label={label}
          onChange={() => (value === true ? onChange(false) : void read())}
        />
      </label>
      <button type="button" className="quiet-link" onClick={() => void read()}>
        {label}
      </button>
      {dialog}
    </div>
  );
}
