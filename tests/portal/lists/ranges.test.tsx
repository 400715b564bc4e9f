// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { listPayload } from '../payloads';
import { htmlOf } from '../rendered';

const filters = { price: { label: '价格', numbers: { from: 'least', to: 'most', unit: '元' } } };

function rangeOf(ends: string[]): { form: HTMLFormElement; inputs: HTMLInputElement[] } {
  const page = document.createElement('div');
  page.innerHTML = htmlOf(listPayload({ page: { filters }, data: { state: { page: 3, filters: { price: ends }, keyword: '' } } }));
  const form = page.querySelector<HTMLFormElement>('form.range-filter');
  if (!form) throw new Error('no range');
  return { form, inputs: [...form.querySelectorAll<HTMLInputElement>('input.input')] };
}

test('a range of numbers is a form that works without scripts', () => {
  const { form, inputs } = rangeOf(['10', '']);
  expect(inputs.map((input) => [input.name, input.defaultValue, input.getAttribute('aria-label')])).toEqual([
    ['priceFrom', '10', '最低'],
    ['priceTo', '', '最高'],
  ]);
  expect(form.textContent).toContain('元');
  expect(form.querySelector('[name=columnId]')?.getAttribute('value')).toBe('6101');
  expect(form.querySelector('[name=page]')).toBeNull();
  expect(form.querySelector('[role=alert]')).toBeNull();
});

test('what is no number is said, at its box alone', () => {
  const { form, inputs } = rangeOf(['cheap', '90']);
  const alert = form.querySelector('[role=alert]');
  expect(alert?.textContent).toBe('请填写数字，例如 100 或 99.5');
  expect(inputs.map((input) => input.getAttribute('aria-describedby'))).toEqual([alert?.id, null]);
});
