import type { Place } from '../kinds';
import type { MarkerStyle } from './markerStyles';

const svgSpace = 'http://www.w3.org/2000/svg';
/** A pin of 32 by 40 whose tip is in the middle below. */
const pin = 'M16 39.500C8.500 29.500 2 23.500 2 15.500a14 14 0 1 1 28 0c0 8-6.500 14-14 24z';

/**
 * Returns the marker of one place: a pin in the colour of its type with a line icon or a picture, its name beside it. The tip is at
 * its coordinate.
 */
export function createPlaceMarker(place: Place, style: MarkerStyle): HTMLButtonElement {
  const button = createButton('map-mark map-mark-place reach', place.title);
  if (style.color !== undefined) button.style.setProperty('--mark', style.color);
  button.append(drawn(style));
  if (style.image !== undefined) button.append(picture(style.image));
  const name = Object.assign(document.createElement('span'), { className: 'map-mark-name', textContent: place.title });
  button.append(name);
  return button;
}

/** Returns the marker of an address: a pin that cannot be pressed, for its card is open. */
export function createSpotMarker(title: string, style: MarkerStyle): HTMLElement {
  const marker = createSign('map-mark map-mark-place map-mark-open', title);
  marker.append(drawn(style));
  return marker;
}

function drawn({ image, outline }: MarkerStyle): SVGElement {
  const svg = svgElement('svg', { viewBox: '0 0 32 41', width: '32', height: '41', 'aria-hidden': 'true', focusable: 'false' });
  svg.append(svgElement('path', { d: pin, class: 'map-mark-pin' }));
  if (image === undefined)
    svg.append(svgElement('path', { d: outline, class: 'map-mark-icon', transform: 'translate(7.5 7) scale(0.708)' }));
  return svg;
}

/** Returns the marker of several places: their number in a disc. */
export function createClusterMarker(count: number, words: string): HTMLButtonElement {
  const button = createButton(`map-mark map-mark-cluster map-mark-cluster-${count < 10 ? 'few' : count < 100 ? 'some' : 'many'}`, words);
  button.textContent = String(count);
  return button;
}

/** Returns the marker of the visitor's position. */
export const createPositionMarker = (words: string): HTMLElement => createSign('map-mark-position', words);

function createSign(className: string, words: string): HTMLElement {
  const marker = Object.assign(document.createElement('span'), { className });
  marker.setAttribute('role', 'img');
  marker.setAttribute('aria-label', words);
  return marker;
}

function createButton(className: string, words: string): HTMLButtonElement {
  const button = Object.assign(document.createElement('button'), { type: 'button' as const, className, tabIndex: -1 });
  button.setAttribute('aria-label', words);
  return button;
}

const picture = (src: string): HTMLImageElement =>
  Object.assign(document.createElement('img'), { className: 'map-mark-image', alt: '', width: 20, height: 20, src });

function svgElement(name: string, attributes: Readonly<Record<string, string>>): SVGElement {
  const element = document.createElementNS(svgSpace, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}
