import type { ReactElement } from 'react';
import { useShell } from '../../data/context';
import { FetchFailure } from '../../ui/ErrorMessage';
import { useLoaded } from '../../ui/useLoaded';
import { FieldLabel } from './FieldLabel';
import type { FieldProps } from './kinds';
import { useFileSending } from './useFileSending';

/** Words with emphasis, headings, lists, links and files. The editor comes after hydration. */
export function RichTextField(props: FieldProps): ReactElement {
  const { id, field, value, placeholder, describedBy, invalid, onChange } = props;
  const { say } = useShell();
  const { part: RichTextEditor, failed } = useLoaded(() =>
    import('../../ui/editor/RichTextEditor').then((module) => module.RichTextEditor),
  );
  const { send, working } = useFileSending(props);
  return (
    <>
      <span id={`${id}-label`} className="field-label" onClick={() => document.getElementById(id)?.focus()}>
        <FieldLabel {...props} />
      </span>
      {RichTextEditor && (
        <RichTextEditor
          id={id}
          value={typeof value === 'string' ? value : ''}
          labelledBy={`${id}-label`}
          describedBy={describedBy}
          invalid={invalid}
          required={field.required !== undefined}
          placeholder={placeholder}
          send={send}
          onChange={onChange}
        />
      )}
      {!RichTextEditor && !failed && <div className="editor editor-place" role="status" aria-label={say('loading')} />}
      {failed && (
        <p className="field-none">
          <FetchFailure words={say('editorFailed')} />
        </p>
      )}
      <p className="field-hint field-after" role="status">
        {working > 0 && say('uploadUnderWay', { count: working })}
      </p>
    </>
  );
}
