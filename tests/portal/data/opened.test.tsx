// @vitest-environment jsdom
import { type ReactElement, useLayoutEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { act } from 'react-dom/test-utils';
import { BrowserRouter, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findOpenedAddress, useMissedMove } from '../../../src/portal/data/opened';

beforeEach(() => vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true));
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test.each([
  ['the document tells it', 'http://localhost:3000/en/news?page=2', '/en', '/news?page=2'],
  ['it is the first page of a language', 'http://localhost:3000/en', '/en', '/'],
  ['an old browser does not tell it', 'document', '', '/gone?page=1'],
  ['nothing tells it', undefined, '', '/gone?page=1'],
])('the address that the document was asked by, when the visitor is at another one: %s', (_name, told, prefix, expected) => {
  window.history.replaceState(null, '', '/gone?page=1');
  vi.stubGlobal('performance', { getEntriesByType: () => (told === undefined ? [] : [{ name: told }]) });
  expect(findOpenedAddress(prefix)).toBe(expected);
});

test.each([
  ['the visitor moved meanwhile', '/en/news?page=1', '/news?page=1'],
  ['the visitor stayed', '/en/news?page=2', '/news?page=2'],
])('the router is where the visitor is once it is there: %s', (_name, moved, expected) => {
  window.history.replaceState(null, '', '/en/news?page=2');
  let renderings = 0;
  const Place = (): ReactElement => {
    const { pathname, search } = useLocation();
    renderings += 1;
    useMissedMove(pathname + search, '/en');
    // Before the router listens, as when the visitor goes back between two slices of its first rendering.
    useLayoutEffect(() => window.history.replaceState(null, '', moved), []);
    return <p>{pathname + search}</p>;
  };
  const element = document.body.appendChild(document.createElement('div'));
  const root = createRoot(element);
  act(() =>
    root.render(
      <BrowserRouter basename="/en">
        <Place />
      </BrowserRouter>,
    ),
  );
  expect(element.textContent).toBe(expected);
  expect(renderings).toBe(moved.endsWith('=1') ? 2 : 1);
  act(() => root.unmount());
});
