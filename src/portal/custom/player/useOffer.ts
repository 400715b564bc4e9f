import { useState } from 'react';
import type { PlayerSection } from '../../../model/definitions.g';
import { isObject } from '../../../model/json';
import { resolve } from '../../../model/pointer';
import type { Scope } from '../../../runtime/roots';
import { formatDisplay } from '../../../runtime/display';
import { evaluate } from '../../../runtime/value';
import { usePage } from '../../data/context';
import { chooseOffer, offerFilm, type Offer, readCaptions } from './media';

/** One of several films; without an address it cannot be played. */
export interface Chapter {
  title: string;
  offer: Offer;
  captions: string | undefined;
}

/** What is offered to be played and its captions, the films to choose from, and which of them is chosen; -1 for none of them. */
export interface Offered {
  offer: Offer;
  captions: string | undefined;
  chapters: readonly Chapter[];
  chosen: number;
  choose: (index: number) => void;
}

/** What a section plays: what it names itself, else the first of its chapters; then the chapter that the visitor chooses (ledger COURSE-06, COURSE-07). */
export function useOffer(section: PlayerSection): Offered {
  const { scope, showContext } = usePage();
  const own = chooseOffer(section, scope);
  const chapters = toChapters(section.chapters, scope, (extra) => formatDisplay(section.chapters?.title, extra, showContext)?.text ?? '');
  const first = own.kind === 'nothing' && own.lack === 'missing' && chapters.length > 0 ? 0 : -1;
  const [picked, choose] = useState<number>();
  const chosen = picked ?? first;
  const { offer, captions } = chapters[chosen] ?? { offer: own, captions: readCaptions(evaluate(section.captions, scope)) };
  return { offer, captions, chapters, chosen, choose };
}

function toChapters(chapters: PlayerSection['chapters'], scope: Scope, titleOf: (scope: Scope) => string): Chapter[] {
  const rows = chapters && resolve(chapters.rows, scope);
  return Array.isArray(rows)
    ? rows
        .filter(isObject)
        .map((entry) => ({ ...scope, entry }))
        .map((extra) => ({
          title: titleOf(extra),
          offer: offerFilm(evaluate(chapters?.source, extra)),
          captions: readCaptions(evaluate(chapters?.captions, extra)),
        }))
    : [];
}
