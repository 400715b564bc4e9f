import { useCallback, useRef, useState, type ReactElement, type ReactNode } from 'react';
import type { Target } from '../../../runtime/action';
import { useShell } from '../../data/context';
import { PortalLink, type PortalLinkProps } from '../PortalLink';
import type { Shown } from '../../../runtime/display';
import { Icon } from '../icons';
import { Facts } from '../Words';
import { ActionButton } from './ActionButton';
import { useModal } from '../useModal';
import '../Dialog.css';

/** A question with the words on its two buttons; `news` has one, for there is nothing to decide. `facts` stand below the words. `links` are ways to go on, instead of the two buttons; `onward` is where agreeing leads, as the link that it then is. */
export interface Question {
  title: string;
  text: ReactNode;
  confirm?: string;
  cancel?: string;
  news?: boolean;
  facts?: readonly [string, Shown][];
  links?: readonly Target[];
  onward?: Pick<PortalLinkProps, 'href' | 'newWindow'>;
}

interface Asked extends Question {
  answer: (agreed: boolean) => void;
}

/**
 * Asks questions in a dialog, one at a time.
 * @returns `ask`, which settles with whether the visitor agreed (closing the dialog is no agreement), and the dialog to render
 */
export function useConfirm(): { ask: (question: Question) => Promise<boolean>; dialog: ReactElement | null } {
  const [asked, setAsked] = useState<Asked>();
  const ask = useCallback(
    (question: Question) =>
      new Promise<boolean>((resolve) => {
        setAsked({
          ...question,
          answer: (agreed) => {
            setAsked(undefined);
            resolve(agreed);
          },
        });
      }),
    [],
  );
  return { ask, dialog: asked ? <ConfirmDialog {...asked} /> : null };
}

function ConfirmDialog({ title: given, text, confirm, cancel, news, facts = [], links, onward, answer }: Asked): ReactElement {
  const { say } = useShell();
  const dialog = useRef<HTMLDialogElement>(null);
  useModal(dialog);
  const title = given || say('notice');
  return (
    <dialog ref={dialog} className="dialog" aria-label={title} onClose={() => answer(false)}>
      <div className="dialog-body">
        <h2 className="dialog-title">{title}</h2>
        {typeof text === 'string' ? <Paragraphs text={text} /> : text}
        <Facts facts={facts} className="facts dialog-facts" />
        {links ? (
          <Onward links={links} close={() => answer(false)} />
        ) : (
          <div className="dialog-answers">
            {!news && (
              <button type="button" className="button button-plain" onClick={() => answer(false)}>
                {cancel || say('cancel')}
              </button>
            )}
            {onward ? (
              <PortalLink {...onward} className="button" onClick={() => answer(true)}>
                {confirm || say('ok')}
              </PortalLink>
            ) : (
              <button type="button" className="button" onClick={() => answer(true)}>
                {confirm || say('ok')}
              </button>
            )}
          </div>
        )}
      </div>
    </dialog>
  );
}

/** Ways to go on (ledger ENR-20); a link to the page that is open already closes the dialog too. */
function Onward({ links, close }: { links: readonly Target[]; close: () => void }): ReactElement {
  const { say } = useShell();
  return (
    <>
      <div
        className="dialog-answers"
        onClick={(event) => {
          if (event.target instanceof Element && event.target.closest('a')) close();
        }}
      >
        {links.map((target, index) => (
          <ActionButton key={index} target={target} />
        ))}
      </div>
      <button type="button" className="dialog-close" aria-label={say('close')} onClick={close}>
        <Icon name="close" />
      </button>
    </>
  );
}

/** Characters, or lines, from which words in a dialog are a text to be read rather than a few lines. */
const longText = 240;
const manyLines = 6;

/** Plain words, a paragraph for each line. */
function Paragraphs({ text }: { text: string }): ReactElement {
  const lines = text.split(/\n+/).filter((line) => line.trim() !== '');
  const long = lines.length >= manyLines || (lines.length > 1 && text.length > longText);
  return (
    <div
      className={`dialog-text ${long ? 'dialog-terms' : lines.length > 1 ? 'dialog-lines' : ''}`.trim()}
      {...(long ? { tabIndex: 0 } : {})}
    >
      {lines.map((line, index) => (
        <p key={index}>{line}</p>
      ))}
    </div>
  );
}
