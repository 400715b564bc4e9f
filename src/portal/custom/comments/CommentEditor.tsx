import { useEffect, useId, useRef, useState, type FormEvent, type ReactElement } from 'react';
import { useShell } from '../../data/context';
import { useHydrated } from '../../data/hydration';
import { notify } from '../../ui/notices';
import { useLoaded } from '../../ui/useLoaded';
import { useLatest } from '../../data/useLatest';
import { toParagraphs } from './readComments';
import { useCommentEditor, type CommentWriting, type EditorProps } from './useCommentEditor';
import '../../forms/fields/field.css';
import '../../ui/Noscript.css';

/** The box in which a comment or a reply is written; who wants emphasis gets an editor in its place. */
export function CommentEditor(props: EditorProps): ReactElement {
  const { say } = useShell();
  const id = useId();
  const live = useHydrated();
  const writing = useCommentEditor(props, id);
  const { fault, busy, send, dialog, draft } = writing;
  const { Editor, wanted, want } = useFormatting(id, writing);
  const label = props.to === undefined ? say('commentWrite') : say('replyTo', { name: props.to });
  const describedBy = fault === '' ? undefined : `${id}-error`;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    send();
  };
  return (
    <>
      {/* Beside the form, which browsers without scripts do not show. */}
      {props.to === undefined && (
        <noscript>
          <p className="noscript">{say('noScriptComment')}</p>
        </noscript>
      )}
      <form className="comments-editor" onSubmit={submit}>
        <label id={`${id}-label`} className="unseen" htmlFor={id}>
          {label}
        </label>
        {Editor && draft.html !== undefined ? (
          <Editor
            id={id}
            tools="plain"
            value={draft.html}
            labelledBy={`${id}-label`}
            describedBy={describedBy}
            invalid={fault !== ''}
            placeholder={label}
            onChange={draft.format}
          />
        ) : (
          <textarea
            id={id}
            className={`input field-input field-area ${fault === '' ? '' : 'comments-faulty'}`}
            rows={props.to === undefined ? 4 : 3}
            maxLength={2000}
            placeholder={label}
            value={draft.words}
            aria-invalid={fault !== '' || undefined}
            aria-describedby={describedBy}
            onChange={(event) => draft.write(event.target.value)}
          />
        )}
        <div className="comments-send">
          {draft.html === undefined && (
            <button
              type="button"
              className="quiet-link comments-format"
              disabled={!live}
              aria-disabled={wanted || undefined}
              onClick={want}
            >
              {say('commentFormat')}
            </button>
          )}
          <p id={`${id}-error`} className="input-error" role="alert" hidden={fault === ''}>
            {fault}
          </p>
          <button type="submit" className="button" disabled={!live} aria-disabled={busy || undefined}>
            {say('commentSend')}
          </button>
        </div>
        {dialog}
      </form>
    </>
  );
}

type Editor = typeof import('../../ui/editor/RichTextEditor').RichTextEditor;

/** Fetches the editor once it is wanted, or a draft needs it; what was written by then goes into it, and so does the focus. */
function useFormatting(id: string, { draft }: CommentWriting): { Editor: Editor | undefined; wanted: boolean; want: () => void } {
  const { say } = useShell();
  const [wanted, setWanted] = useState(false);
  const fetchEditor = (): Promise<Editor> => import('../../ui/editor/RichTextEditor').then((module) => module.RichTextEditor);
  const { part: Editor, failed, retry } = useLoaded(fetchEditor, wanted || draft.html !== undefined);
  const latest = useLatest(draft);
  useEffect(() => {
    if (!wanted) return;
    if (failed) notify(say('editorFailed'), 'danger');
    else if (!Editor) return;
    else if (latest.current.html === undefined) latest.current.format(toParagraphs(latest.current.words));
    setWanted(false);
  }, [wanted, failed, Editor, say, latest]);
  const written = useRef(false);
  const shown = Editor !== undefined && draft.html !== undefined;
  useEffect(() => {
    if (shown && written.current) document.getElementById(id)?.focus();
  }, [shown, id]);
  const want = (): void => {
    written.current = true;
    if (failed) retry();
    setWanted(true);
  };
  return { Editor, wanted, want };
}
