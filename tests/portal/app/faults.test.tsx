// @vitest-environment jsdom
import { act } from 'react-dom/test-utils';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Form } from '../../../src/model/definitions.g';
import { joinPieces } from '../../../src/runtime/pieces';
import type { Payload } from '../../../src/model/payload';
import { renderPage } from '../../../src/portal/app/entryServer';
import { filling } from '../filling';
import { formPayload } from '../forms';
import { listPayload, rowsOf } from '../payloads';
import { hydratePage, type Taken } from '../rendered';

/** What fails, as long as it says so. */
const faulty = vi.hoisted(() => ({ section: false, card: '', date: false, page: false, frame: 0 }));

vi.mock('../../../src/portal/sections/TextSection', async (original) => {
  const { TextSection } = await original<typeof import('../../../src/portal/sections/TextSection')>();
  return {
    TextSection: (props: Parameters<typeof TextSection>[0]) => {
      if (faulty.section) throw new Error('section');
      return <TextSection {...props} />;
    },
  };
});
vi.mock('../../../src/portal/cards/TileCard', async (original) => {
  const { TileCard } = await original<typeof import('../../../src/portal/cards/TileCard')>();
  return {
    TileCard: (props: Parameters<typeof TileCard>[0]) => {
      if ((props.row as { id?: unknown } | null)?.id === faulty.card) throw new Error('card');
      return <TileCard {...props} />;
    },
  };
});
vi.mock('../../../src/portal/forms/fields/inputFields', async (original) => ({
  ...(await original<typeof import('../../../src/portal/forms/fields/inputFields')>()),
  DateField: () => {
    if (faulty.date) throw new Error('field');
    return <input id="a-date" />;
  },
}));
vi.mock('../../../src/portal/lists/ListControls', async (original) => {
  const { ListControls } = await original<typeof import('../../../src/portal/lists/ListControls')>();
  return {
    ListControls: (props: Parameters<typeof ListControls>[0]) => {
      if (faulty.page) throw new Error('page');
      return <ListControls {...props} />;
    },
  };
});
/** `frame` is how often the footer can be rendered, and one more; 0: always. */
vi.mock('../../../src/portal/layout/Footer', () => ({
  Footer: () => {
    if (faulty.frame > 1) faulty.frame -= 1;
    else if (faulty.frame === 1) throw new Error('frame');
    return <footer />;
  },
}));

const broken = '这部分内容暂时无法显示';
const visit = filling();
let taken: Taken | undefined;
const page = (): Payload =>
  listPayload({
    rows: rowsOf(3),
    total: 3,
    page: {
      filters: {},
      sorts: undefined,
      above: { words: { section: 'text', text: '开馆时间' } },
      aside: { more: { section: 'fields', fields: { phone: { value: { const: '0571' }, label: '电话' } } } },
    },
  });
const alerts = (): string[] =>
  [...document.querySelectorAll('#main [role=alert], .empty-state[role=alert]')].map(({ textContent }) => textContent ?? '');
const press = (name: string): Promise<void> =>
  act(async () => {
    [...document.querySelectorAll<HTMLElement>('button')].find(({ textContent }) => textContent === name)?.click();
  });

// Faults are for the console, but not for that of the tests.
const hush = (event: Event): void => event.preventDefault();
beforeEach(() => {
  window.scrollTo = vi.fn();
  window.addEventListener('error', hush);
});
afterEach(() => {
  window.removeEventListener('error', hush);
  vi.restoreAllMocks();
  taken?.close();
  taken = undefined;
  Object.assign(faulty, { section: false, card: '', date: false, page: false, frame: 0 });
  document.body.innerHTML = '';
});

describe('a part that fails in the browser', () => {
  it('a section gives its place to words, and comes back when it is tried again', async () => {
    faulty.section = true;
    taken = await hydratePage(page());
    expect(alerts()).toEqual([`${broken}重试`]);
    expect(document.querySelectorAll('.card')).toHaveLength(3);
    expect(document.body.textContent).toContain('0571');
    document.querySelector<HTMLElement>('[role=alert] button')?.focus();
    await press('重试');
    expect(alerts()).toEqual([`${broken}重试`]);
    faulty.section = false;
    document.querySelector<HTMLElement>('.columns-above [role=alert] button')?.focus();
    await press('重试');
    expect(alerts()).toEqual([]);
    expect(document.body.textContent).toContain('开馆时间');
    expect(document.activeElement?.id).toBe('main');
  });

  it('a card leaves the other cards', async () => {
    faulty.card = 'row-2';
    taken = await hydratePage(page());
    expect(alerts()).toEqual([`${broken}重试`]);
    expect(document.querySelectorAll('.card')).toHaveLength(2);
  });

  it('a page leaves the header and the menu, and says that it cannot be shown', async () => {
    faulty.page = true;
    taken = await hydratePage(page());
    expect(alerts().join()).toContain('页面暂时打不开');
    expect(document.querySelector('header nav a')).not.toBeNull();
  });

  it('the frame leaves words and the way to open the page anew', async () => {
    faulty.frame = 2;
    taken = await hydratePage(page());
    expect(document.body.textContent).toBe('页面暂时打不开刷新页面');
  });
});

describe('a part that fails on the server', () => {
  it('leaves the rest of the page, and is told to the server', () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    faulty.section = true;
    const { pieces, fault } = renderPage(page());
    const html = joinPieces(pieces);
    expect(html).toContain(broken);
    expect(html).toContain('馆藏与活动第1则');
    expect(String(fault)).toContain('section');
    faulty.section = false;
    expect(renderPage(page()).fault).toBeUndefined();
  });
});

describe('a field that fails', () => {
  const form: Form = {
    label: '登记',
    fields: { name: { field: 'text', label: '姓名' }, day: { field: 'date', label: '日期', when: { '/form/name': { present: true } } } },
    submit: { source: 'account:login', label: '提交' },
  };

  it('leaves the form and what was typed', async () => {
    await visit.open(formPayload(['note'], {}, { note: form }));
    faulty.date = true;
    visit.type('form-note_name', '林');
    await visit.settle();
    expect(visit.find<HTMLInputElement>('#form-note_name').value).toBe('林');
    expect(visit.all('.field-date [role=alert] p')).toEqual([broken]);
    faulty.date = false;
    await visit.press('.field-date [role=alert] button');
    expect(visit.find('#a-date')).not.toBeNull();
    expect(visit.find<HTMLInputElement>('#form-note_name').value).toBe('林');
  });
});
