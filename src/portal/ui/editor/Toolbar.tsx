import type { Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';
import { useRef, useState, type KeyboardEvent, type ReactElement } from 'react';
import type { TextKey } from '../../../model/textKeys.g';
import { useShell } from '../../data/context';
import { Outline } from '../icons';
import './editor.css';
import type { ToolSet } from './extensions';
import { outlines, type ToolGlyph } from './outlines';

interface EditorTool {
  glyph: ToolGlyph;
  /** Only where all tools are. */
  full?: true;
  isOn?: (editor: Editor) => boolean;
  can?: (editor: Editor) => boolean;
  run: (editor: Editor) => void;
}

const labels: Record<ToolGlyph, TextKey> = {
  bold: 'editorBold',
  italic: 'editorItalic',
  heading: 'editorHeading',
  bullets: 'editorBullets',
  numbers: 'editorNumbers',
  quote: 'editorQuote',
  link: 'editorLink',
  file: 'editorFile',
  undo: 'editorUndo',
  redo: 'editorRedo',
};

/** The tools in order. */
const tools: readonly EditorTool[] = [
  { glyph: 'bold', isOn: (editor) => editor.isActive('bold'), run: (editor) => editor.chain().focus().toggleBold().run() },
  { glyph: 'italic', isOn: (editor) => editor.isActive('italic'), run: (editor) => editor.chain().focus().toggleItalic().run() },
  {
    glyph: 'heading',
    full: true,
    isOn: (editor) => editor.isActive('heading', { level: 2 }),
    run: (editor) => editor.chain().focus().toggleHeading({ level: 2 }).run(),
  },
  {
    glyph: 'bullets',
    full: true,
    isOn: (editor) => editor.isActive('bulletList'),
    run: (editor) => editor.chain().focus().toggleBulletList().run(),
  },
  {
    glyph: 'numbers',
    full: true,
    isOn: (editor) => editor.isActive('orderedList'),
    run: (editor) => editor.chain().focus().toggleOrderedList().run(),
  },
  {
    glyph: 'quote',
    full: true,
    isOn: (editor) => editor.isActive('blockquote'),
    run: (editor) => editor.chain().focus().toggleBlockquote().run(),
  },
];
const history: readonly EditorTool[] = [
  { glyph: 'undo', can: (editor) => editor.can().undo(), run: (editor) => editor.chain().focus().undo().run() },
  { glyph: 'redo', can: (editor) => editor.can().redo(), run: (editor) => editor.chain().focus().redo().run() },
];

interface ToolbarProps {
  editor: Editor;
  set: ToolSet;
  /** The id of the field that the tools act on. */
  controls: string;
  /** Opens the line in which a link is written. */
  onLink: () => void;
  /** Opens the choice of files; absent where there are none. */
  onFile?: () => void;
}

/** The tools of an editor: one stop of the Tab key, arrows go from one to the next (ARIA toolbar pattern). */
export function Toolbar({ editor, set, controls, onLink, onFile }: ToolbarProps): ReactElement {
  const { say } = useShell();
  const link: EditorTool = { glyph: 'link', isOn: () => editor.isActive('link'), run: onLink };
  const shown = [
    ...tools.filter(({ full }) => set === 'full' || !full),
    ...(set === 'full' ? [link] : []),
    ...(onFile ? [{ glyph: 'file', run: onFile } satisfies EditorTool] : []),
    ...history,
  ];
  const states = useEditorState({
    editor,
    selector: () => shown.map(({ isOn, can }) => `${isOn ? Number(isOn(editor)) : ''} ${can ? Number(can(editor)) : 1}`).join('|'),
  }).split('|');
  const { at, setAt, bar, onKeyDown } = useRoving(shown.length);
  return (
    <div ref={bar} className="editor-tools" role="toolbar" aria-label={say('editorTools')} aria-controls={controls} onKeyDown={onKeyDown}>
      {shown.map(({ glyph, run }, index) => {
        const [on = '', can] = (states[index] ?? '').split(' ');
        const words = say(labels[glyph]);
        return (
          <button
            key={glyph}
            type="button"
            className="editor-tool"
            title={words}
            aria-label={words}
            aria-pressed={on === '' ? undefined : on === '1'}
            aria-disabled={can === '0' || undefined}
            tabIndex={index === at ? 0 : -1}
            onFocus={() => setAt(index)}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => {
              if (can !== '0') run(editor);
            }}
          >
            <Outline path={outlines[glyph]} />
          </button>
        );
      })}
    </div>
  );
}

function useRoving(count: number): {
  at: number;
  setAt: (index: number) => void;
  bar: React.RefObject<HTMLDivElement>;
  onKeyDown: (event: KeyboardEvent) => void;
} {
  const [at, setAt] = useState(0);
  const bar = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: count - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    const index = (next + count) % count;
    setAt(index);
    bar.current?.querySelectorAll('button')[index]?.focus();
  };
  return { at, setAt, bar, onKeyDown };
}
