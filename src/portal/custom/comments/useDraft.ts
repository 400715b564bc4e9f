import { useEffect, useRef, useState } from 'react';
import { keep, readKept } from '../../data/windowStorage';
import { toParagraphs } from './readComments';

/** A comment as it is being written: plain words, or with emphasis as HTML. */
export interface Draft {
  words: string;
  /** Undefined as long as plain words are written. */
  html: string | undefined;
  /** What is sent: HTML either way. */
  content: string;
  write: (words: string) => void;
  format: (html: string) => void;
  clear: () => void;
}

/** Returns what tells the box for a comment, or for a reply to one, from others. @param parentId the comment that is replied to */
export const nameDraft = (here: string, parentId: string): string => `comment ${here} ${parentId}`;

const nameFormatted = (place: string): string => `${place} html`;

/** Whether something that was written in a box is kept. */
export const hasDraft = (place: string): boolean => [place, nameFormatted(place)].some((name) => (readKept(name) ?? '') !== '');

/**
 * Keeps a comment over a reload and a detour through the login page, and what was written before the scripts were there.
 * @param place tells one box of the portal from another
 * @param id that of the box, which the server wrote empty
 */
export function useDraft(place: string, id: string): Draft {
  const [{ words, html }, setDraft] = useState<{ words: string; html?: string }>({ words: '' });
  const taken = useRef(false);
  const formatted = nameFormatted(place);
  useEffect(() => {
    const early = taken.current ? '' : readBox(id);
    taken.current = true;
    const kept = readKept(place) ?? '';
    const keptHtml = readKept(formatted);
    if (keptHtml !== undefined) setDraft({ words: '', html: early === '' ? keptHtml : keptHtml + toParagraphs(early) });
    else {
      // A browser that opens a page again puts what stood in its boxes back, which is kept already.
      const all = kept.includes(early) ? kept : [kept, early].filter((part) => part !== '').join('\n');
      setDraft({ words: all });
      if (all !== kept) keep(place, all);
    }
  }, [place, formatted, id]);
  return {
    words,
    html,
    content: html ?? toParagraphs(words),
    write: (next) => {
      setDraft({ words: next });
      keep(place, next);
    },
    format: (next) => {
      setDraft({ words: '', html: next });
      keep(formatted, next);
      keep(place, '');
    },
    clear: () => {
      setDraft({ words: '' });
      keep(place, '');
      keep(formatted, '');
    },
  };
}

function readBox(id: string): string {
  const box = document.getElementById(id);
  return box instanceof HTMLTextAreaElement ? box.value : '';
}
