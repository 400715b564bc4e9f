// @vitest-environment jsdom
import { createRoot, type Root } from 'react-dom/client';
import { act } from 'react-dom/test-utils';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Choice, useChoice } from '../../../src/portal/ui/useChoice';

let frames: Map<number, FrameRequestCallback>;
let root: Root;
let choice: Choice<string>;
beforeEach(() => {
  frames = new Map();
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('requestAnimationFrame', (call: FrameRequestCallback) => frames.set(frames.size + 1, call).size);
  vi.stubGlobal('cancelAnimationFrame', (frame: number) => frames.delete(frame));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const Tabs = (): null => {
    choice = useChoice('one');
    return null;
  };
  root = createRoot(document.createElement('div'));
  act(() => root.render(<Tabs />));
});
afterEach(() => {
  act(() => root.unmount());
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const paint = (): void =>
  act(() => {
    for (const call of frames.values()) call(0);
    frames.clear();
    vi.advanceTimersByTime(1);
  });
const standing = (): [string, string] => [choice.chosen, choice.open];

test('what is chosen is shown behind the frame that shows that it was pressed', () => {
  const then = vi.fn();
  act(() => choice.choose('two', then));
  expect([standing(), then.mock.calls.length]).toEqual([['two', 'one'], 0]);
  paint();
  expect([standing(), then.mock.calls.length]).toEqual([['two', 'two'], 1]);
});

test('of two that are chosen before a frame the last is shown', () => {
  act(() => choice.choose('two'));
  act(() => choice.choose('three'));
  paint();
  expect(standing()).toEqual(['three', 'three']);
});

test('what is shown at once takes the place of what was chosen before', () => {
  const { show } = choice;
  act(() => choice.choose('two'));
  act(() => show('three'));
  expect(standing()).toEqual(['three', 'three']);
  paint();
  expect(standing()).toEqual(['three', 'three']);
  expect(choice.show).toBe(show);
});
