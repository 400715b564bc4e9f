import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { type OwnPortal, startOwnPortal } from './ownPortal';
import { expect, test } from './portal';

let portal: OwnPortal;
test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  portal = await startOwnPortal(['centre/content/appointment.ndjson', 'centre/content/content.json']);
});
test.afterAll(() => portal.stop());

/** Changes the module of events as an institution does, and opens a page once it shows this. */
async function change(page: Page, patch: object, path: string, shown: string): Promise<void> {
  await writeFile(join(portal.root, 'tenants/centre/modules/appointment.json'), JSON.stringify(patch));
  await expect(async () => {
    await page.goto(portal.at(path, 'centre'));
    await expect(page.locator(shown).first()).toBeAttached({ timeout: 500 });
  }).toPass();
}

/** What of the cards nobody can read: cards over others, and words that are cut off at an edge of theirs or narrower than four characters. */
const findUnreadable = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const cards = [...document.querySelectorAll<HTMLElement>('.card-list > li > .card')];
    const boxes = cards.map((card) => card.getBoundingClientRect());
    const over = boxes.flatMap((one, index) =>
      boxes
        .slice(index + 1)
        .filter((two) => one.left < two.right - 1 && two.left < one.right - 1 && one.top < two.bottom - 1 && two.top < one.bottom - 1)
        .map(() => `card ${index + 1} lies on another`),
    );
    const words = cards.flatMap((card, index) =>
      [...card.querySelectorAll<HTMLElement>('.card-title, .fact dd, .badge')].flatMap((element) => {
        const around = card.getBoundingClientRect();
        const own = element.getBoundingClientRect();
        if (!element.checkVisibility({ contentVisibilityAuto: true })) return [];
        const isCut =
          own.left < around.left - 1 || own.right > around.right + 1 || own.top < around.top - 2 || own.bottom > around.bottom + 2;
        const isNarrow = own.width < 40;
        return isCut || isNarrow ? [`card ${index + 1}: ${element.className || element.tagName} ${isCut ? 'is cut' : 'is narrow'}`] : [];
      }),
    );
    return [...over, ...words];
  });

test('the second of two rows in a narrow part of the page has the space above it that all have', async ({ page }) => {
  const patch = { cards: { tile: { shape: 'row' } }, pages: { appointment: { layouts: { tiles: { columns: 2 } } } } };
  await page.setViewportSize({ width: 1440, height: 900 });
  await change(page, patch, '/appointment?columnId=6113', '.card-list-row.card-list-columns-2 .row-card');
  const measure = (width: string): Promise<string[]> =>
    page.evaluate((to) => {
      const list = document.querySelector<HTMLElement>('.card-list-row');
      if (list) list.style.width = to;
      const cards = [...document.querySelectorAll('.card-list-row > li > .row-card')].slice(0, 4);
      return cards.map((card) => getComputedStyle(card).paddingTop);
    }, width);
  expect(await measure('624px')).toEqual(['0px', '0px', '32px', '32px']);
  expect(await measure('620px')).toEqual(['0px', '32px', '32px', '32px']);
  await page.setViewportSize({ width: 390, height: 900 });
  expect(await measure('350px')).toEqual(['0px', '20px', '20px', '20px']);
});

for (const shape of ['tile', 'row', 'line', 'overlay', 'stub', 'details', 'post'])
  test(`events as ${shape} can be read with any number of columns`, async ({ page }) => {
    for (const columns of [4, 2, 6]) {
      const patch = { cards: { tile: { shape } }, pages: { appointment: { layouts: { tiles: { columns } } } } };
      for (const width of [1440, 1024, 390]) {
        await page.setViewportSize({ width, height: 900 });
        const side = ['tile', 'line', 'overlay'].includes(shape) ? columns : 2;
        await change(page, patch, '/appointment?columnId=6113', `.card-list-${shape}.card-list-columns-${side} .${shape}-card`);
        expect(await page.evaluate(() => document.documentElement.scrollWidth), `${columns} columns on ${width} px`).toBe(width);
        expect(await findUnreadable(page), `${columns} columns on ${width} px`).toEqual([]);
      }
    }
  });

test('words on a picture keep clear of its mark, and what they open covers the whole card', async ({ page }) => {
  const patch = { cards: { tile: { shape: 'overlay' } } };
  await change(page, patch, '/appointment?columnId=6113', '.overlay-card');
  const places = await page.evaluate(() =>
    [...document.querySelectorAll('.overlay-card')].map((card) => {
      const [badge, title] = ['.badge', '.card-title'].map((part) => card.querySelector(part)?.getBoundingClientRect());
      const { left, top } = card.getBoundingClientRect();
      const above = document.elementFromPoint(left + 150, Math.max(top, 0) + 8);
      return { clear: (badge?.bottom ?? 0) <= (title?.top ?? 0), opens: top > 700 || above?.closest('.card-link') !== null };
    }),
  );
  expect(places.filter(({ clear, opens }) => !clear || !opens)).toEqual([]);
});

test('a labelled section below a heading stands as far from it as others do', async ({ page, complaints }) => {
  const facts = { section: 'fields', fields: { one: { value: { const: '1' }, label: '1' } } };
  const patch = {
    pages: {
      looks: {
        kind: 'composed',
        title: 'looks',
        aside: { one: facts },
        sections: {
          head: { section: 'heading', title: { value: { const: 'looks' } } },
          first: { ...facts, label: 'first' },
          second: { ...facts, label: 'second' },
        },
      },
    },
  };
  await page.setViewportSize({ width: 1440, height: 900 });
  await change(page, patch, '/looks', '.section-heading + .section-fields');
  // Until the change counts there is no such page.
  complaints.splice(0);
  const gaps = await page.evaluate(() => {
    const boxes = [...document.querySelectorAll('.columns-main > .section-frame')].map((frame) => frame.getBoundingClientRect());
    return boxes.slice(1).map(({ top }, index) => Math.round(top - (boxes[index]?.bottom ?? 0)));
  });
  expect(gaps).toEqual([48, 48]);
});
