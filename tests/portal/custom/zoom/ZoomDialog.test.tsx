// @vitest-environment jsdom
import { act } from 'react-dom/test-utils';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ZoomDialog } from '../../../../src/portal/custom/zoom/ZoomDialog';
import type { ZoomPicture } from '../../../../src/portal/custom/zoom/kinds';
import { listPayload } from '../../payloads';
import { hydratePart, type Taken } from '../../rendered';

/** Viewers that were opened, with what was asked of them; it stands in for a program that draws on canvases, of which jsdom has none. */
const viewers = vi.hoisted(
  (): { options: Record<string, unknown>; asked: unknown[][]; tell: (event: string, about?: object) => void; gone: boolean }[] => [],
);
vi.mock('openseadragon', () => ({
  default: (options: Record<string, unknown>) => {
    const handlers = new Map<string, (event: object) => void>();
    const asked: unknown[][] = [];
    const viewer = { options, asked, gone: false, tell: (event: string, about: object = {}) => handlers.get(event)?.(about) };
    viewers.push(viewer);
    return {
      addOnceHandler: (name: string, handler: (event: object) => void) => handlers.set(name, handler),
      addHandler: (name: string, handler: (event: object) => void) => handlers.set(name, handler),
      destroy: () => {
        viewer.gone = true;
      },
      viewport: {
        getHomeZoom: () => 0.5,
        getBounds: () => ({ width: 2, height: 1 }),
        getCenter: () => ({ x: 1, y: 1 }),
        zoomBy: (factor: number) => asked.push(['zoomBy', factor]),
        panTo: ({ x, y }: { x: number; y: number }) => asked.push(['panTo', x, y]),
        goHome: () => asked.push(['goHome']),
        applyConstraints: () => undefined,
      },
    };
  },
}));

const pictures: ZoomPicture[] = [
  { image: '/pictures/mirror/one.svg', service: undefined, caption: '镜背' },
  { image: '/pictures/mirror/two.svg', service: 'https://images.example.org/iiif/two', caption: '镜钮' },
];

let taken: Taken | undefined;
const turned = vi.fn();
const closed = vi.fn();
beforeEach(() => {
  viewers.length = 0;
  // jsdom opens no dialogs.
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
    this.dispatchEvent(new Event('close'));
  };
});
afterEach(() => {
  taken?.close();
  taken = undefined;
  vi.clearAllMocks();
});

async function openAt(index: number): Promise<HTMLElement> {
  taken = await hydratePart(
    listPayload(),
    <ZoomDialog pictures={pictures} index={index} title="海棠花铜镜" onTurn={turned} onClose={closed} />,
  );
  await vi.waitFor(() => expect(viewers.length).toBeGreaterThan(0));
  return taken.container;
}

const newest = (): (typeof viewers)[number] => {
  const viewer = viewers.at(-1);
  if (!viewer) throw new Error('no viewer');
  return viewer;
};
const press = (key: string, more: KeyboardEventInit = {}): void =>
  act(() => void document.querySelector('.zoom-stage')?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, ...more })));

test('a picture is opened without the buttons and keys of its program, on a canvas that takes pictures of any site', async () => {
  await openAt(0);
  expect(newest().options).toMatchObject({
    tileSources: { type: 'image', url: '/pictures/mirror/one.svg' },
    showNavigationControl: false,
    keyboardNavEnabled: false,
    drawer: 'canvas',
  });
});

test.each<[key: string, asked: unknown[]]>([
  ['+', ['zoomBy', 1.5]],
  ['=', ['zoomBy', 1.5]],
  ['-', ['zoomBy', 1 / 1.5]],
  ['0', ['goHome']],
  ['ArrowLeft', ['panTo', 0.6, 1]],
  ['ArrowRight', ['panTo', 1.4, 1]],
  ['ArrowUp', ['panTo', 1, 0.8]],
  ['ArrowDown', ['panTo', 1, 1.2]],
])('%s moves the view', async (key, asked) => {
  await openAt(0);
  await act(async () => newest().tell('open'));
  press(key);
  press(key, { ctrlKey: true });
  expect(newest().asked).toEqual([asked]);
});

test('pages turn to the other pictures, and how large one is shown is told', async () => {
  const page = await openAt(1);
  press('PageDown');
  press('PageUp');
  expect(turned.mock.calls).toEqual([[0], [0]]);
  await act(async () => newest().tell('zoom', { zoom: 1.5 }));
  expect(page.querySelector('.zoom-percent')?.textContent).toContain('已放大到300%');
});

test('the focus is on the picture, and goes back when the dialog goes', async () => {
  const opener = document.createElement('button');
  document.body.append(opener);
  opener.focus();
  await openAt(0);
  expect(document.activeElement?.className).toBe('zoom-stage');
  taken?.close();
  taken = undefined;
  expect(document.activeElement).toBe(opener);
  expect(newest().gone).toBe(true);
  opener.remove();
});

test('a service that gives no answer is followed by the picture, and one that cannot be had by words and another try', async () => {
  const page = await openAt(1);
  expect(newest().options['tileSources']).toBe('https://images.example.org/iiif/two/info.json');
  await act(async () => newest().tell('open-failed'));
  await vi.waitFor(() => expect(newest().options['tileSources']).toEqual({ type: 'image', url: '/pictures/mirror/two.svg' }));
  await act(async () => newest().tell('open-failed'));
  await vi.waitFor(() => expect(page.textContent).toContain('图片暂时打不开'));
  const before = viewers.length;
  await act(async () => page.querySelector<HTMLButtonElement>('.zoom-words button')?.click());
  await vi.waitFor(() => expect(viewers.length).toBe(before + 1));
});

test('its button closes it', async () => {
  const page = await openAt(0);
  act(() => page.querySelector<HTMLButtonElement>('.zoom-head button')?.click());
  expect(closed).toHaveBeenCalledOnce();
});
