import { idle } from './onFirstSign';

/** What is left out of a page that is just opened, as `section.css` has it. */
const leftOut = '.section-bands > .section-frame:nth-child(n + 4):not([data-laid])';

/**
 * Has the sections laid out that browsers leave out of a page that is just opened (`[data-opening]` in `section.css`), each in a frame of its
 * own when there is nothing else to do, so that a telephone scrolls meanwhile. From then on the page has its whole length.
 * @param page the element that is marked as just opened; it is no longer when all is laid out
 */
export async function layOutSections(page: HTMLElement): Promise<void> {
  if (page.dataset['opening'] === undefined) return;
  await idle();
  // Looked for each time: the visitor may be on another page by now.
  const next = page.querySelector<HTMLElement>(leftOut);
  if (!next) {
    delete page.dataset['opening'];
    return;
  }
  next.dataset['laid'] = '';
  requestAnimationFrame(() => void layOutSections(page));
}
