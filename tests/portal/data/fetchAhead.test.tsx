// @vitest-environment jsdom
import { act } from 'react-dom/test-utils';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useFetchAhead } from '../../../src/portal/data/useFetchAhead';

const asked: string[] = [];
const ask = (path: string, search: string): void => void asked.push(path + search);
let root: Root | undefined;

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.useFakeTimers();
  asked.length = 0;
  const Page = (): null => {
    useFetchAhead(ask, '/en');
    return null;
  };
  root = createRoot(document.createElement('div'));
  act(() => root?.render(<Page />));
});

afterEach(() => {
  act(() => root?.unmount());
  document.body.replaceChildren();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function link(attributes: Readonly<Record<string, string>> = {}): HTMLAnchorElement {
  const made = document.body.appendChild(document.createElement('a'));
  for (const [name, value] of Object.entries({ href: '/en/news?type=1', ...attributes })) made.setAttribute(name, value);
  return made;
}

function send(to: Element, type: string, pointerType = 'mouse'): void {
  to.dispatchEvent(Object.assign(new Event(type, { bubbles: true }), { pointerType }));
}

test.each(['pointerdown', 'focusin'])('what a link leads to is asked for after its %s, once others had their turn', (type) => {
  send(link(), type);
  expect(asked).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(asked).toEqual(['/news?type=1']);
});

test('a press that also moves the focus asks once', () => {
  const pressed = link();
  for (const type of ['pointerdown', 'focusin', 'pointerup']) send(pressed, type);
  vi.runAllTimers();
  expect(asked).toEqual(['/news?type=1']);
});

test('a press that is let go before others had their turn asks at once, in front of what the click does, and once', () => {
  const pressed = link();
  const before: string[][] = [];
  pressed.addEventListener('click', () => before.push([...asked]));
  for (const type of ['pointerdown', 'focusin', 'pointerup', 'click']) send(pressed, type);
  vi.runAllTimers();
  expect([before, asked]).toEqual([[['/news?type=1']], ['/news?type=1']]);
});

test('a mouse that rests on a link counts, one that passes by or a finger that scrolls does not', () => {
  const rested = link();
  send(rested, 'pointerover');
  vi.advanceTimersByTime(60);
  send(rested, 'pointerout');
  send(rested, 'pointerover', 'touch');
  vi.advanceTimersByTime(1000);
  expect(asked).toEqual([]);
  send(rested, 'pointerover');
  vi.advanceTimersByTime(100);
  expect(asked).toEqual(['/news?type=1']);
});

test.each<Record<string, string>>([{ target: '_blank' }, { download: '' }, { href: 'https://example.org/news' }])(
  'a link with %j leads out of this window',
  (attributes) => {
    send(link(attributes), 'pointerdown');
    vi.runAllTimers();
    expect(asked).toEqual([]);
  },
);

test('a page that is left asks for nothing more', () => {
  send(link(), 'pointerdown');
  act(() => root?.unmount());
  vi.runAllTimers();
  expect(asked).toEqual([]);
});
