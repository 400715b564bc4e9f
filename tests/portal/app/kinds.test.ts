import { expect, test } from 'vitest';
import type { Page, Section } from '../../../src/model/definitions.g';
import { settleKinds } from '../../../src/portal/app/kinds';
import { getComponent } from '../../../src/portal/ui/loadable';
import { browserKinds } from '../../../src/portal/app/registry';
import { serverKinds } from '../../../src/portal/app/serverRegistry';

const words: Section = { section: 'text', text: 'x' };
const page: Page = {
  kind: 'detail',
  source: 'a:b',
  tools: { share: { tool: 'share' } },
  sections: {
    group: {
      section: 'group',
      sections: {
        tabs: { section: 'tabs', tabs: { one: { label: 'x', sections: { gallery: { section: 'gallery', images: '/item/images' } } } } },
      },
    },
  },
  aside: { body: { section: 'richText', value: '/item/content' } },
};

test('the components of a page are fetched before it is shown, also those within groups and tabs', async () => {
  const { pages, sections, tools } = browserKinds;
  expect(getComponent(pages.detail)).toBeUndefined();
  await settleKinds(browserKinds, { definition: page, forms: {} });
  expect(getComponent(pages.detail)).toBeDefined();
  expect(getComponent(sections.tabs)).toBeDefined();
  expect(getComponent(sections.gallery)).toBeDefined();
  expect(getComponent(sections.richText)).toBeDefined();
  expect(getComponent(tools.share)).toBeDefined();
});

test('what a page does not show is not fetched', async () => {
  await settleKinds(browserKinds, { definition: { kind: 'composed', sections: { words } }, forms: {} });
  expect(getComponent(browserKinds.sections.hero)).toBeUndefined();
});

test('the server has every kind at once', () => {
  const missing = Object.values(serverKinds).flatMap((group) =>
    Object.entries(group)
      .filter(([, entry]) => typeof entry !== 'function')
      .map(([name]) => name),
  );
  expect(missing).toEqual([]);
});
