// @vitest-environment jsdom
import { createRoot } from 'react-dom/client';
import { act } from 'react-dom/test-utils';
import { MemoryRouter } from 'react-router-dom';
import { SWRConfig } from 'swr';
import { expect, it } from 'vitest';
import deskTexts from '../../../schemas/desk/texts.json';
import { asObject, type Json, type JsonObject } from '../../../src/model/json';
import type { SettingNode, SettingsForm } from '../../../src/model/settingsForm';
import { PageProvider } from '../../../src/portal/data/context';
import { createSettings } from '../../../src/portal/data/settings';
import { SettingsSection } from '../../../src/portal/desk/settings/SettingsSection';
import type { Reply } from '../../../src/model/payload';
import type { Call } from '../../../src/runtime/pageData';
import { endpoint, pageOf, patternsOf, shellOf } from '../payloads';

const entry: SettingNode = { kind: 'group', label: '栏目', fields: { title: { kind: 'text', label: '名称' } } };
const form: SettingsForm = {
  group: 'menu',
  title: '菜单',
  description: '',
  nodes: { '/menu': { kind: 'map', label: '菜单', heading: 'title', entry } },
  parts: {},
  values: { '/menu': { news: { title: '资讯' } } },
  defaults: {},
  names: { modules: [], off: [], columns: [] },
  hash: 'h',
  file: 'tenant.json',
  chosen: 'tenant.json',
  writable: true,
  problems: [],
};

/** Opens the settings, adds an entry to the menu and saves, as the server answers. */
async function save(reply: Reply): Promise<void> {
  const call: Call = async (_endpoint, values) => ({
    ...reply,
    // Which name the new entry got is known to the browser alone.
    ...(reply.errors
      ? {
          errors: {
            [`/menu/${Object.keys(asObject(asObject(JSON.parse(String(values['values'])) as Json)['/menu']))[1] ?? ''}`]: '说不清的话',
          },
        }
      : {}),
  });
  await openForm(form, call);
  const press = (words: string): Promise<void> =>
    act(async () => [...document.querySelectorAll('button')].find(({ textContent }) => textContent?.startsWith(words))?.click());
  await press('添加');
  await press('保存');
  await act(async () => {});
}

/** Opens a form for settings. */
async function openForm(shown: SettingsForm, call: Call): Promise<void> {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  const texts = { ...shellOf().texts, ...deskTexts };
  const page = {
    ...pageOf(
      { kind: 'composed', sections: {} },
      { loads: { settings: { ok: true, rows: [], total: 0, item: shown as object as JsonObject } } },
    ),
    endpoints: { save: endpoint('save', '/api/save') },
    patterns: patternsOf(...Object.values(texts)),
  };
  document.body.innerHTML = '<div></div>';
  const root = createRoot(document.body.firstElementChild ?? document.body);
  const section = { section: 'settings', form: '/settings/item', save: 'save', check: 'check' } as const;
  await act(async () =>
    root.render(
      <MemoryRouter>
        <SWRConfig value={createSettings({})}>
          <PageProvider shell={{ ...shellOf(), texts }} page={page} busy={false} retry={() => undefined} call={call}>
            <SettingsSection name="settings" section={section} />
          </PageProvider>
        </SWRConfig>
      </MemoryRouter>,
    ),
  );
}

it('says of an entry without anything that it is empty, and leads whoever works by the keyboard there', async () => {
  await save({ ok: false, rows: [], total: 0, message: '没有保存', errors: { there: '' } });
  expect(document.querySelector('.settings-entry-wrong .input-error')?.textContent).toBe('这一项还没有填写：请填上内容，或者把它去掉');
  expect(document.activeElement?.closest('.settings-entry-wrong')).not.toBeNull();
});

it.each([
  ['what is said where no field is wrong', false, 'settings-danger'],
  ['that it was saved', true, 'settings-positive'],
] as const)('leads to %s', async (_name, ok, told) => {
  await save({ ok, rows: [], total: 0, message: '说的话' });
  expect(document.activeElement?.className).toContain(told);
});

it('calls what has neither a heading nor a name that there are words for by its kind, and a call by its module', async () => {
  const plain: SettingNode = { kind: 'group', label: '一段', fields: { label: { kind: 'text', label: '标题' } } };
  const map = { kind: 'map', heading: 'label', names: 'known', entry: plain } as const;
  const values = {
    '/sections': {
      hero: { section: 'hero' },
      shortcuts: { section: 'actions' },
      onSale: { section: 'list', label: '近期演出' },
      odd: { section: 'odd' },
    },
    '/loads': { onSale: { source: 'performances:list' } },
  };
  const nodes: SettingsForm['nodes'] = {
    '/sections': {
      ...map,
      label: '各段',
      options: [{ value: 'hero', label: '馆名与大图' }],
      kindBy: 'section',
      kinds: [
        { value: 'hero', label: '大图' },
        { value: 'actions', label: '快捷入口' },
      ],
    },
    '/loads': { ...map, label: '条数', kindBy: 'source' },
  };
  const names = { ...form.names, modules: [{ value: 'performances', label: '演出票务' }] };
  const defaults = { '/sections': { services: { section: 'actions' } } };
  await openForm({ ...form, nodes, values, names, defaults }, async () => ({ ok: true, rows: [], total: 0 }));
  const titles = [...document.querySelectorAll('.settings-entry-title, .settings-gone button')].map(({ textContent }) => textContent);
  expect(titles).toEqual(['馆名与大图', '快捷入口', '近期演出', 'odd', '快捷入口', '演出票务']);
});
