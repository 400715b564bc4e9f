// @vitest-environment jsdom
import type { ReactElement } from 'react';
import { createRoot } from 'react-dom/client';
import { act } from 'react-dom/test-utils';
import { MemoryRouter } from 'react-router-dom';
import { SWRConfig } from 'swr';
import { beforeAll, expect, it } from 'vitest';
import deskTexts from '../../../schemas/desk/texts.json';
import type { SettingsForm } from '../../../src/model/settingsForm';
import { PageProvider } from '../../../src/portal/data/context';
import { createSettings } from '../../../src/portal/data/settings';
import { fieldKinds } from '../../../src/portal/desk/deskFields';
import { LibraryDialog } from '../../../src/portal/desk/media/LibraryDialog';
import { SettingsContext } from '../../../src/portal/desk/settings/context';
import { ValueInput } from '../../../src/portal/desk/settings/ValueInput';
import type { Call, CallValues } from '../../../src/runtime/pageData';
import { endpoint, pageOf, patternsOf, shellOf } from '../payloads';

beforeAll(() => {
  // jsdom has no dialogs.
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
});

/** A library with a picture and recordings, which keeps what it was asked for. */
const asked: CallValues[] = [];
const call: Call = async (_endpoint, values) => {
  asked.push(values);
  const names = values['kind'] === 'audio' ? ['a.mp3', 'b.m4a'] : ['a.png'];
  return { ok: true, rows: names.map((name) => ({ id: name, address: `/files/${name}`, name })), total: names.length };
};

async function show(part: ReactElement): Promise<void> {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  const texts = { ...shellOf().texts, ...deskTexts };
  const shell = { ...shellOf(), texts, calls: { 'media.list': endpoint('media.list', '/api/media{?kind}') } };
  const page = { ...pageOf({ kind: 'composed', sections: {} }, {}), patterns: patternsOf(...Object.values(texts)) };
  document.body.innerHTML = '<div></div>';
  const root = createRoot(document.body.firstElementChild ?? document.body);
  await act(async () =>
    root.render(
      <MemoryRouter>
        <SWRConfig value={createSettings({})}>
          <PageProvider shell={shell} page={page} busy={false} retry={() => undefined} call={call}>
            {part}
          </PageProvider>
        </SWRConfig>
      </MemoryRouter>,
    ),
  );
  await act(async () => {});
}
const press = (words: string): Promise<void> =>
  act(async () => [...document.querySelectorAll('button')].find(({ textContent }) => textContent?.startsWith(words))?.click());

it('offers a picture of the library where a setting is one', async () => {
  const form: SettingsForm = { ...({} as SettingsForm), names: { modules: [], off: [], columns: [] } };
  const chosen: unknown[] = [];
  await show(
    <SettingsContext.Provider value={{ form, errors: {}, Field: () => null }}>
      <ValueInput
        node={{ kind: 'text', label: '标志', look: 'picture' }}
        id="logo"
        value="我们的标志"
        described="about"
        invalid={false}
        onChange={(value) => chosen.push(value)}
      />
    </SettingsContext.Provider>,
  );
  // What is no address is not asked for.
  expect(document.querySelector('img')).toBeNull();
  await press('从媒体库选择');
  await act(async () => {});
  await press('a.png');
  expect(chosen).toEqual(['/files/a.png']);
  expect(document.querySelector('dialog')).toBeNull();
});

it('offers recordings of the library that a field takes, without pictures of them', async () => {
  expect([fieldKinds.file, fieldKinds.video]).toEqual([fieldKinds.image, fieldKinds.image]);
  const chosen: string[] = [];
  await show(<LibraryDialog kind="audio" types={['mp3']} onChoose={(address) => chosen.push(address)} onClose={() => undefined} />);
  expect(asked.at(-1)).toMatchObject({ kind: 'audio' });
  expect(document.body.textContent).not.toContain('b.m4a');
  expect(document.querySelector('dialog img')).toBeNull();
  await press('a.mp3');
  expect(chosen).toEqual(['/files/a.mp3']);
});
