// @vitest-environment jsdom
import type { ReactElement } from 'react';
import { createRoot } from 'react-dom/client';
import { act } from 'react-dom/test-utils';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useSingleFlight } from '../../../src/portal/data/useSingleFlight';

beforeEach(() => vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true));
afterEach(() => vi.unstubAllGlobals());

test.each([
  ['one press', [1], 1],
  ['a second press before the first is answered', [2], 1],
  ['a press after the first was answered', [1, 1], 2],
  ['many presses, some of them after an answer', [3, 2], 2],
])('work is done once at a time: %s', async (_name, bursts, done) => {
  let begun = 0;
  let finish: () => void = () => undefined;
  const work = (): Promise<void> => {
    begun += 1;
    return new Promise((resolve) => {
      finish = resolve;
    });
  };
  const Pressed = (): ReactElement => <button type="button" onClick={useSingleFlight(work)} />;
  const element = document.body.appendChild(document.createElement('div'));
  const root = createRoot(element);
  act(() => root.render(<Pressed />));
  for (const presses of bursts) {
    for (let press = 0; press < presses; press += 1) element.querySelector('button')?.click();
    finish();
    await act(async () => {});
  }
  expect(begun).toBe(done);
  act(() => root.unmount());
  element.remove();
});
