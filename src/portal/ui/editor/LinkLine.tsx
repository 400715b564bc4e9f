import type { Editor } from '@tiptap/core';
import { useEffect, useRef, useState, type KeyboardEvent, type ReactElement } from 'react';
import { sanitizeAddress } from '../../../runtime/display';
import { useShell } from '../../data/context';

/** A line to write an address into; the words that are selected become a link to it. Left empty it takes the link away. */
export function LinkLine({ editor, onClose }: { editor: Editor; onClose: () => void }): ReactElement {
  const { say } = useShell();
  const [address, setAddress] = useState(() => String(editor.getAttributes('link')['href'] ?? ''));
  const [wrong, setWrong] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    input.current?.focus();
  }, []);
  const apply = (): void => {
    const typed = address.trim();
    const target = sanitizeAddress(typed) ?? sanitizeAddress(`https://${typed}`);
    if (typed !== '' && (target === undefined || /\s/.test(typed))) {
      setWrong(true);
      return;
    }
    const chain = editor.chain().focus().extendMarkRange('link');
    if (typed === '' || target === undefined) chain.unsetLink().run();
    else if (editor.state.selection.empty && !editor.isActive('link'))
      chain.insertContent({ type: 'text', text: typed, marks: [{ type: 'link', attrs: { href: target } }] }).run();
    else chain.setLink({ href: target }).run();
    onClose();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') {
      event.preventDefault();
      apply();
    }
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      editor.commands.focus();
      onClose();
    }
  };
  return (
    <div className="editor-link">
      <input
        ref={input}
        className="input"
        inputMode="url"
        autoComplete="off"
        aria-label={say('editorLinkAddress')}
        aria-invalid={wrong || undefined}
        placeholder="https://"
        value={address}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          setAddress(event.target.value);
          setWrong(false);
        }}
      />
      <button type="button" className="button button-small" onClick={apply}>
        {say('ok')}
      </button>
      <button
        type="button"
        className="button button-small button-plain"
        onClick={() => {
          editor.commands.focus();
          onClose();
        }}
      >
        {say('cancel')}
      </button>
      {wrong && (
        <p className="input-error" role="alert">
          {say('editorLinkWrong')}
        </p>
      )}
    </div>
  );
}
