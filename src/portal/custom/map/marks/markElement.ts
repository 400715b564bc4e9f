import type { Place } from '../kinds';
import type { MarkLook } from './looks';

const svgSpace = 'http://www.w3.org/2000/svg';
/** A pin of 32 by 40 whose tip is in the middle below. */
const pin = 'M16 39.500C8.500 29.500 2 23.500 2 15.500a14 14 0 1 1 28 0c0 8-6.500 14-14 24z';

/** The mark of one place: a pin in the colour of its type with a line icon or a picture, its name beside it. The tip is at its coordinate. */
export function placeMark(place: Place, look: MarkLook): HTMLButtonElement {
  const button = buttonOf('mark mark-place', place.title);
  if (look.color !== undefined) button.style.setProperty('--mark', look.color);
  button.append(drawn(look));
  if (look.image !== undefined) button.append(picture(look.image));
  const name = document.createElement('span');
  name.className = 'mark-name';
  name.textContent = place.title;
  button.append(name);
  return button;
}

/** The mark of an address: a pin that cannot be pressed, for its card is open. */
export function spotMark(title: string, look: MarkLook): HTMLElement {
  const mark = document.createElement('span');
  mark.className = 'mark mark-place mark-open';
  mark.setAttribute('role', 'img');
  mark.setAttribute('aria-label', title);
  mark.append(drawn(look));
  return mark;
}

function drawn({ image, outline }: MarkLook): SVGElement {
  const svg = svgElement('svg', { viewBox: '0 0 32 41', width: '32', height: '41', 'aria-hidden': 'true', focusable: 'false' });
  svg.append(svgElement('path', { d: pin, class: 'mark-pin' }));
  if (image === undefined) svg.append(svgElement('path', { d: outline, class: 'mark-icon', transform: 'translate(7.5 7) scale(0.708)' }));
  return svg;
}

/** The mark of several places: their number in a disc. */
export function clusterMark(count: number, words: string): HTMLButtonElement {
  const button = buttonOf(`mark mark-cluster mark-cluster-${count < 10 ? 'few' : count < 100 ? 'some' : 'many'}`, words);
  button.textContent = String(count);
  return button;
}

/** Where the visitor is. */
export function positionMark(words: string): HTMLElement {
  const mark = document.createElement('span');
  mark.className = 'mark-position';
  mark.setAttribute('role', 'img');
  mark.setAttribute('aria-label', words);
  return mark;
}

function buttonOf(className: string, words: string): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = className;
  button.tabIndex = -1;
  button.setAttribute('aria-label', words);
  return button;
}

function picture(src: string): HTMLImageElement {
  const image = document.createElement('img');
  image.className = 'mark-image';
  image.alt = '';
  image.width = 20;
  image.height = 20;
  image.src = src;
  return image;
}

function svgElement(name: string, attributes: Readonly<Record<string, string>>): SVGElement {
  const element = document.createElementNS(svgSpace, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}
