import { EditorContent, useEditor } from '@tiptap/react';
import { useEffect, useRef, useState, type ReactElement } from 'react';
import { useShell } from '../../data/context';
import { buildExtensions, type ToolSet } from './extensions';
import { editorTypes, insertFile, type SendFile } from './files';
import { LinkLine } from './LinkLine';
import { Toolbar } from './Toolbar';
import { toAcceptedTypes } from '../fileTypes';
import { useLatest } from '../../data/useLatest';
import '../RichText.css';

/** What an editor is given. It is heavy: it is to be fetched with `useLoaded` where it is needed. */
export interface RichTextEditorProps {
  /** The id of the element that is written in. */
  id: string;
  /** Harmless HTML, as the server lets it through. */
  value: string;
  /** Told of every change; the empty text when nothing is left. */
  onChange: (html: string) => void;
  /** The id of its label. */
  labelledBy: string;
  describedBy?: string;
  invalid?: boolean;
  required?: boolean;
  placeholder?: string;
  /** Which tools it has; else all. */
  tools?: ToolSet;
  /** Sends a file that was chosen, dropped or pasted; without it there are no files. */
  send?: SendFile;
}

/** Words with emphasis, headings, lists, links and files, written as they will look. */
export function RichTextEditor({
  id,
  value,
  onChange,
  labelledBy,
  describedBy,
  invalid = false,
  required = false,
  placeholder = '',
  tools = 'full',
  send,
}: RichTextEditorProps): ReactElement | null {
  const latest = useLatest({ onChange, send });
  const told = useRef<string[]>([]);
  const attributes = {
    id,
    class: 'editor-text rich-text',
    role: 'textbox',
    'aria-multiline': 'true',
    'aria-labelledby': labelledBy,
    ...(describedBy === undefined ? {} : { 'aria-describedby': describedBy }),
    ...(invalid ? { 'aria-invalid': 'true' } : {}),
    ...(required ? { 'aria-required': 'true' } : {}),
    ...(placeholder === '' ? {} : { 'aria-placeholder': placeholder }),
  };
  const [extensions] = useState(() => buildExtensions(tools));
  const take = (files: FileList | null | undefined): boolean => {
    if (!editor || !latest.current.send || !files || files.length === 0) return false;
    void insertAll([...files]);
    return true;
  };
  const editor = useEditor({
    extensions,
    content: value,
    injectCSS: false,
    immediatelyRender: true,
    shouldRerenderOnTransaction: false,
    editorProps: {
      attributes,
      handlePaste: (_view, event) => take(event.clipboardData?.files),
      handleDrop: (_view, event) => take(event.dataTransfer?.files),
    },
    onUpdate: ({ editor: now }) => {
      const html = now.isEmpty ? '' : now.getHTML();
      told.current.push(html);
      latest.current.onChange(html);
    },
  });
  const insertAll = async (files: readonly File[]): Promise<void> => {
    for (const file of files) {
      const address = await latest.current.send?.(file);
      if (address !== undefined && editor && !editor.isDestroyed) insertFile(editor, file.name, address);
    }
  };
  // A draft that is found, or a form that is emptied, changes what is written from outside. What was told itself comes back late where
  // a machine is slow, after more was written: that is no change, and setting it would undo what was written since.
  const first = useRef(true);
  useEffect(() => {
    if (first.current) {
      first.current = false;
      return;
    }
    const echoed = told.current.indexOf(value);
    told.current = told.current.slice(echoed + 1);
    if (echoed >= 0 || !editor) return;
    told.current = [];
    editor.commands.setContent(value, { emitUpdate: false });
  }, [editor, value]);
  const described = JSON.stringify(attributes);
  useEffect(() => {
    editor?.setOptions({ editorProps: { ...editor.options.editorProps, attributes: JSON.parse(described) as Record<string, string> } });
  }, [editor, described]);
  const [linking, setLinking] = useState(false);
  const files = useRef<HTMLInputElement>(null);
  const { say } = useShell();
  if (!editor) return null;
  return (
    <div className={`editor editor-${tools}`}>
      <Toolbar editor={editor} set={tools} controls={id} onLink={() => setLinking(true)} onFile={send && (() => files.current?.click())} />
      {linking && <LinkLine editor={editor} onClose={() => setLinking(false)} />}
      <div className="editor-paper">
        {value === '' && placeholder !== '' && (
          <p className="editor-placeholder" aria-hidden="true">
            {placeholder}
          </p>
        )}
        <EditorContent editor={editor} />
      </div>
      {send && (
        <input
          ref={files}
          type="file"
          hidden
          multiple
          accept={toAcceptedTypes(editorTypes)}
          aria-label={say('editorFile')}
          onChange={(event) => {
            take(event.target.files);
            event.target.value = '';
          }}
        />
      )}
    </div>
  );
}
