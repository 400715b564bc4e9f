import { useId, type ReactElement } from 'react';
import { usePortal } from '../../context';
import { useCommentEditor, type EditorProps } from './useCommentEditor';

/** The box in which a comment or a reply is written. */
export function CommentEditor(props: EditorProps): ReactElement {
  const { say } = usePortal();
  const id = useId();
  const { text, fault, busy, write, send, dialog } = useCommentEditor(props);
  const label = props.to === undefined ? say('commentWrite') : say('replyTo', { name: props.to });
  return (
    <form className="comment-editor" onSubmit={(event) => { event.preventDefault(); send(); }}>
      <label className="unseen" htmlFor={id}>{label}</label>
      <textarea id={id} className={`input field-input field-area ${fault === '' ? '' : 'comment-faulty'}`} rows={props.to === undefined ? 4 : 3} maxLength={2000} placeholder={label} value={text} aria-invalid={fault !== '' || undefined} aria-describedby={fault === '' ? undefined : `${id}-error`} onChange={(event) => write(event.target.value)} />
      <div className="comment-send">
        <p id={`${id}-error`} className="field-error" role="alert" hidden={fault === ''}>{fault}</p>
        <button type="submit" className="button" aria-disabled={busy || undefined}>{say('commentSend')}</button>
      </div>
      {dialog}
    </form>
  );
}
