import type { TiptapEditorHTMLElement } from '@tiptap/core';
import { useState, type ReactElement } from 'react';
import { useShell } from '../../data/context';
import type { FieldProps } from '../../forms/fields/kinds';
import { RichTextField } from '../../forms/fields/RichTextField';
import { LibraryDialog } from './LibraryDialog';
import './LibraryField.css';

/** Rich text at the desk: pictures are sent as everywhere or chosen from the media library. */
export function LibraryTextField(props: FieldProps): ReactElement {
  const { id, field, label } = props;
  const { shell, say } = useShell();
  const [choosing, setChoosing] = useState(false);
  const insert = (address: string): void => {
    setChoosing(false);
    const written: TiptapEditorHTMLElement | null = document.getElementById(id);
    // Without words of its own it is described by the library, whatever this comes to say later.
    written?.editor
      ?.chain()
      .focus()
      .insertContent({ type: 'image', attrs: { src: address, alt: '' } })
      .run();
  };
  return (
    <>
      <RichTextField {...props} />
      {field.upload && shell.calls?.['media.list'] && (
        <div className="library-field">
          <button
            type="button"
            className="button button-secondary"
            aria-label={`${say('mediaInsert')} ${label}`}
            onClick={() => setChoosing(true)}
          >
            {say('mediaInsert')}
          </button>
        </div>
      )}
      {choosing && <LibraryDialog onChoose={insert} onClose={() => setChoosing(false)} />}
    </>
  );
}
