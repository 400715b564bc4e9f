import type { Page } from 'playwright/test';

/** What words and targets have to be at least: pixels of letters, their lines in letters, pixels of what is tapped. */
export interface Legibility {
  letters: number;
  lines: number;
  target: number;
}

/**
 * Returns what is smaller on a page than it has to be, each kind of it once: words by their characters, lines by their height, targets by
 * what a tap reaches, itself or by its label. A link within a sentence is as high as its line (WCAG 2.2, 2.5.8).
 */
export const findIllegible = (page: Page, least: Legibility): Promise<string[]> => page.evaluate(measure, least);

function measure({ letters, lines, target }: Legibility): string[] {
  const found = new Map<string, number>();
  const note = (what: string, count: number): unknown => found.set(what, (found.get(what) ?? 0) + count);
  const nameOf = (element: Element): string => `${element.localName}${[...element.classList].map((name) => `.${name}`).join('')}`;
  const pathOf = (element: Element): string => `${element.parentElement ? `${nameOf(element.parentElement)} > ` : ''}${nameOf(element)}`;
  // What is cut to nothing is for those who listen alone.
  const isSeen = (element: Element): boolean => {
    const { width, height } = element.getBoundingClientRect();
    return (
      width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !element.closest('.unseen')
    );
  };

  const checkWords = (element: Element, words: string): void => {
    const { fontSize, lineHeight } = getComputedStyle(element);
    const size = Number.parseFloat(fontSize);
    if (size < letters - 0.01) note(`letters of ${size} px: ${pathOf(element)}`, words.length);
    const height = lineHeight === 'normal' ? 1.2 : Number.parseFloat(lineHeight) / size;
    if (height < lines - 0.01) note(`lines of ${height.toFixed(2)}: ${pathOf(element)}`, words.length);
  };
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { parentElement: element, textContent } = texts.currentNode;
    const words = textContent?.trim() ?? '';
    if (element && words !== '' && !element.closest('script, style, noscript, option') && isSeen(element)) checkWords(element, words);
  }
  // Browsers decide the height of the line in a control.
  for (const control of document.querySelectorAll(
    'input:not([type=hidden], [type=checkbox], [type=radio], [type=range]), select, textarea',
  ))
    if (isSeen(control) && Number.parseFloat(getComputedStyle(control).fontSize) < letters - 0.01) note(`letters in ${pathOf(control)}`, 1);

  const isInSentence = (element: Element): boolean => {
    if (element.localName !== 'a' || getComputedStyle(element).display !== 'inline') return false;
    const block = element.parentElement?.closest('p, li, dd, td, div, label, h1, h2, h3, figcaption');
    const others = [...(block?.querySelectorAll('a, button') ?? [])].reduce((sum, { textContent }) => sum + (textContent ?? '').length, 0);
    return (block?.textContent ?? '').trim().length > others + 1;
  };
  const findLabels = (element: Element): Element[] => (element instanceof HTMLInputElement ? [...(element.labels ?? [])] : []);
  // The link of a card is tapped all over it.
  const findCard = (element: Element): Element[] => {
    const { content, position } = getComputedStyle(element, '::after');
    const isSpread = content !== 'none' && position === 'absolute' && getComputedStyle(element).position === 'static';
    return isSpread && element instanceof HTMLElement && element.offsetParent ? [element.offsetParent] : [];
  };
  const isReached = (element: Element): boolean => {
    const own = [element, ...findLabels(element), ...findCard(element)];
    const boxes = own.map((part) => part.getBoundingClientRect());
    if (boxes.some(({ width, height }) => width >= target - 0.5 && height >= target - 0.5)) return true;
    if (isInSentence(element)) return true;
    // Marks lie where their places do: upon the edges of others, and beyond the map's.
    const around = ['::before', '::after'].map((part) => getComputedStyle(element, part));
    if (element.matches('.map-mark'))
      return around.some((box) => Math.min(Number.parseFloat(box.width), Number.parseFloat(box.height)) >= target - 0.5);
    element.scrollIntoView({ block: 'center', inline: 'center' });
    const { x, y, width, height } = (own.find(isSeen) ?? element).getBoundingClientRect();
    const half = target / 2 - 1;
    const points: [number, number][] = [
      [0, 0],
      [0, half],
      [0, -half],
      [half, 0],
      [-half, 0],
    ];
    return points.every(([dx, dy]) => {
      const hit = document.elementFromPoint(x + width / 2 + dx, y + height / 2 + dy);
      return hit !== null && own.some((part) => part.contains(hit) || hit.closest('label')?.contains(part));
    });
  };
  const usable =
    'a[href], button:not(:disabled), input:not([type=hidden], :disabled), select, textarea, summary, [role=button], [role=tab]';
  for (const element of document.querySelectorAll(usable)) {
    const seen = [element, ...findLabels(element)].find(isSeen);
    if (!seen || isReached(element)) continue;
    const { width, height } = seen.getBoundingClientRect();
    note(`target of ${Math.round(width)} x ${Math.round(height)}: ${pathOf(element)}`, 1);
  }
  window.scrollTo(0, 0);
  return [...found].map(([what, count]) => `${what} (${count})`).toSorted();
}
