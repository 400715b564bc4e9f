// @vitest-environment jsdom
import type { ReactElement } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { act } from 'react-dom/test-utils';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useAfterPaint } from '../../../src/portal/ui/useAfterPaint';

let frames: Map<number, FrameRequestCallback>;
let done: string[];
let root: Root;
let later: (work: () => void) => void;
beforeEach(() => {
  frames = new Map();
  done = [];
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('requestAnimationFrame', (call: FrameRequestCallback) => frames.set(frames.size + 1, call).size);
  vi.stubGlobal('cancelAnimationFrame', (frame: number) => frames.delete(frame));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const Pressed = (): ReactElement => {
    later = useAfterPaint();
    return <p />;
  };
  root = createRoot(document.createElement('div'));
  act(() => root.render(<Pressed />));
});
afterEach(() => {
  act(() => root.unmount());
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const putOff = (name: string): void => later(() => done.push(name));
const makeFrame = (): void => {
  for (const [frame, call] of [...frames]) {
    frames.delete(frame);
    call(0);
  }
};

test('what is put off comes in a task of its own behind the next frame, once', () => {
  putOff('one');
  vi.advanceTimersByTime(50);
  expect(done).toEqual([]);
  makeFrame();
  expect(done).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(done).toEqual(['one']);
  vi.advanceTimersByTime(1_000);
  expect(done).toEqual(['one']);
});

test('of a page that nobody sees no frame is made: what is put off comes all the same, once', () => {
  putOff('one');
  vi.advanceTimersByTime(200);
  expect(done).toEqual(['one']);
  makeFrame();
  vi.advanceTimersByTime(1);
  expect(done).toEqual(['one']);
});

test.each<[string, () => void]>([
  ['before the frame', () => undefined],
  [
    'behind it',
    () => {
      makeFrame();
    },
  ],
])('what is put off next takes the place of what was before, %s', (_when, pass) => {
  putOff('one');
  pass();
  putOff('two');
  makeFrame();
  vi.advanceTimersByTime(1_000);
  expect(done).toEqual(['two']);
});

test('nothing is done for a component that is gone', () => {
  putOff('one');
  makeFrame();
  act(() => root.render(null));
  vi.advanceTimersByTime(1_000);
  expect(done).toEqual([]);
});
