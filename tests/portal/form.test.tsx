// @vitest-environment jsdom
import { act } from 'react-dom/test-utils';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Form } from '../../src/model/definitions.g';
import type { Reply } from '../../src/model/payload';
import type { Call, CallValues } from '../../src/runtime/pageData';
import { formPayload } from './forms';
import { htmlOf, hydratePage, type Taken } from './rendered';

let taken: Taken | undefined;
let calls: { name: string; values: CallValues }[] = [];
let replies: Record<string, Partial<Reply>> = {};
const call: Call = (endpoint, values) => {
  calls.push({ name: endpoint.name, values });
  return Promise.resolve({ ok: true, rows: [], total: 0, ...replies[endpoint.name] });
};

beforeEach(() => {
  window.scrollTo = vi.fn();
  HTMLDialogElement.prototype.showModal = function show() { this.open = true; };
  HTMLDialogElement.prototype.close = function close() { this.open = false; this.dispatchEvent(new Event('close')); };
  calls = [];
  replies = {};
  sessionStorage.clear();
});
afterEach(() => { taken?.close(); taken = undefined; vi.useRealTimers(); vi.restoreAllMocks(); });

const open = async (...args: Parameters<typeof formPayload>): Promise<HTMLElement> => { taken = await hydratePage(formPayload(...args), call); return taken.container; };
const find = <T extends Element>(selector: string): T => { const element = taken?.container.querySelector<T>(selector); if (!element) throw new Error(`nothing is ${selector}`); return element; };
const all = (selector: string): string[] => [...(taken?.container.querySelectorAll(selector) ?? [])].map((element) => element.textContent ?? '');

test('the form page is rendered and hydrated without a complaint', async () => {
  const html = htmlOf(formPayload(['password', 'quick']));
  expect(html).toContain('form-password_mobilePhone');
  await open(['password', 'quick']);
  expect(taken?.complaints).toEqual([]);
});
