/** A sentence that is read aloud, and the paragraph, heading or the like that it is part of. */
export interface Sentence {
  element: HTMLElement;
  text: string;
}

/** What is there to be used or to be seen, but not to be read. */
const silent =
  'nav, button, select, textarea, script, style, noscript, svg, [aria-hidden="true"], .unseen, [role="search"], [role="status"], [role="radiogroup"]';
/** Sentences end here, and where they are so long that some browsers would stop in the middle. */
const sentences = /[^\u3002\uff01\uff1f!?\uff1b;]{1,120}[\u3002\uff01\uff1f!?\uff1b;\u201d\u300d\u300f\uff09]*/g;

/** Returns what an element says to those who see it, sentence by sentence, in its order; without menus, buttons and what is hidden. */
export function collectSentences(root: HTMLElement): Sentence[] {
  const blocks: { element: HTMLElement; text: string }[] = [];
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { parentElement, textContent } = texts.currentNode;
    if (!parentElement || !textContent?.trim() || parentElement.closest(silent)) continue;
    const element = findBlock(parentElement);
    const last = blocks[blocks.length - 1];
    if (last?.element === element) last.text += textContent;
    else if (isShown(parentElement)) blocks.push({ element, text: textContent });
  }
  return blocks.flatMap(({ element, text }) => splitSentences(text).map((sentence) => ({ element, text: sentence })));
}

/** Returns the sentences of a text; of those that are only signs none. */
function splitSentences(text: string): string[] {
  const found = text.replace(/\s+/g, ' ').match(sentences) ?? [];
  return found.map((sentence) => sentence.trim()).filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
}

/** Returns the nearest element that begins a line of its own. */
function findBlock(element: HTMLElement): HTMLElement {
  let block = element;
  while (block.parentElement && /^(inline|contents)/.test(getComputedStyle(block).display)) block = block.parentElement;
  return block;
}

function isShown(element: HTMLElement): boolean {
  if (typeof element.checkVisibility === 'function') return element.checkVisibility({ visibilityProperty: true });
  for (let around: HTMLElement | null = element; around; around = around.parentElement)
    if (getComputedStyle(around).display === 'none') return false;
  return getComputedStyle(element).visibility !== 'hidden';
}
