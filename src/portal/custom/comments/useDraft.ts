import { useEffect, useState } from 'react';
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

/**
 * Keeps a comment over a reload and a detour through the login page.
 * @param place tells one box of the portal from another
 */
export function useDraft(place: string): Draft {
  const [{ words, html }, setDraft] = useState<{ words: string; html?: string }>({ words: '' });
  const formatted = `${place} html`;
  useEffect(() => {
    setDraft({ words: readKept(place) ?? '', html: readKept(formatted) });
  }, [place, formatted]);
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
