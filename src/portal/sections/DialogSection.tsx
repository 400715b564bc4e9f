import { useEffect, useRef, type ReactElement } from 'react';
import { useShell } from '../data/context';
import { SectionList } from '../ui/renderers';
import type { SectionOf, SectionProps } from '../ui/kindProps';
import { useHydrated } from '../data/hydration';
import { useAfterPaint } from '../ui/useAfterPaint';
import { useShow } from '../ui/useShow';
import { Icon } from '../ui/icons';
import '../ui/Dialog.css';
import './DialogSection.css';

/**
 * A button, and sections in the dialog that it opens. Without scripts opening and closing are links to places of the page: the style sheet
 * shows the dialog that the address names, or in which what it names lies, such as a list.
 */
export function DialogSection({ section, name }: SectionProps<SectionOf<'dialog'>>): ReactElement {
  const { say } = useShell();
  const { words } = useShow();
  const dialog = useRef<HTMLDialogElement>(null);
  const live = useHydrated();
  const afterPaint = useAfterPaint();
  const id = `dialog-${name}`;
  useEffect(() => {
    if (live && namesWithin(window.location.hash, dialog.current)) open(dialog.current);
  }, [live]);
  const look = `button button-${section.tone ?? 'primary'}`;
  const content = (
    <>
      {section.icon && <Icon name={section.icon} />}
      <span>{words(section.button)}</span>
    </>
  );
  return (
    <div className={`wrap ${live ? 'dialog-section-live' : ''}`.trim()}>
      {live ? (
        <button type="button" className={look} aria-haspopup="dialog" onClick={() => afterPaint(() => open(dialog.current))}>
          {content}
        </button>
      ) : (
        <a className={look} href={`#${id}`}>
          {content}
        </a>
      )}
      <dialog
        ref={dialog}
        id={id}
        className="dialog dialog-section-wide dialog-section-placed"
        aria-labelledby={`${id}-title`}
        onClick={(event) => {
          if (event.target === dialog.current) dialog.current.close();
        }}
      >
        <div className="dialog-body">
          {live ? (
            <button type="button" className="dialog-close" aria-label={say('close')} onClick={() => dialog.current?.close()}>
              <Icon name="close" />
            </button>
          ) : (
            <a className="dialog-close" href="#main" aria-label={say('close')}>
              <Icon name="close" />
            </a>
          )}
          <h2 className="dialog-title" id={`${id}-title`}>
            {words(section.title) || words(section.button)}
          </h2>
          <SectionList sections={section.sections} prefix={name} />
        </div>
      </dialog>
    </div>
  );
}

/** Opened above everything else, with the focus in it. */
function open(dialog: HTMLDialogElement | null): void {
  if (dialog && !dialog.open) dialog.showModal();
}

function namesWithin(hash: string, dialog: HTMLDialogElement | null): boolean {
  const place = hash === '' ? null : document.getElementById(hash.slice(1));
  return place !== null && dialog?.contains(place) === true;
}
