import type { ReactElement } from 'react';
import { useShell } from '../data/context';
import './OriginalMark.css';

/** Words in the page's language or, where nobody translated them, in the original one, which is told to who reads them out. */
export function Wording({ text }: { text: string }): ReactElement {
  const { foreign } = useShell();
  const lang = foreign(text);
  return lang === undefined ? <>{text}</> : <span lang={lang}>{text}</span>;
}

/** Says behind a title that what it belongs to is there in the original language alone; nothing where it is translated. */
export function OriginalMark({ of }: { of: string | undefined }): ReactElement | null {
  const { foreign, say } = useShell();
  return foreign(of) === undefined ? null : <span className="original-mark">{say('originalMark')}</span>;
}

/** Says above a text that it is there in the original language alone; nothing where it is translated. */
export function OriginalNote({ of }: { of: string }): ReactElement | null {
  const { foreign, say } = useShell();
  return foreign(of) === undefined ? null : <p className="original-mark-note">{say('originalOnly')}</p>;
}
