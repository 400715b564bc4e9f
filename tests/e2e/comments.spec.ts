import type { Page } from 'playwright/test';
import { listWaitingItems } from '../../src/database/content/review';
import { decideItems } from '../database/decideItems';
import { addMember, portalDatabase, sendComment, signIn, toast } from './members';
import { at, expect, looks, open, test } from './portal';

const article = '/informationdetail?columnId=6101&id=info-0005';

/** Goes to the end of what is written, until the editor has heard of it: browsers tell a moment later, and nobody types faster. */
async function moveCaretToEnd(page: Page): Promise<void> {
  const heard = await page.evaluateHandle(() => ({
    promise: new Promise<void>((resolve) =>
      document.addEventListener('selectionchange', () => {
        if (window.getSelection()?.isCollapsed) resolve();
      }),
    ),
  }));
  await page.keyboard.press('Control+End');
  await heard.evaluate(({ promise }) => promise);
}

/** Publishes the one comment with these words, as others await review at the same time. */
async function approve(words: string): Promise<void> {
  const database = await portalDatabase();
  const ids = (await listWaitingItems(database, 'centre')).filter(({ doc }) => String(doc['content']).includes(words)).map(({ id }) => id);
  expect(ids).toHaveLength(1);
  await decideItems(database, 'centre', ids, true);
}

for (const [name, look] of Object.entries(looks)) {
  test.describe(name, () => {
    test.use(look);

    test(`[COM-01] [COM-02] [COM-11] a comment with emphasis, by the keyboard, that is read without scripts, on a ${name} screen`, async ({
      page,
      context,
      browser,
      request,
    }) => {
      const phone = name === 'wide' ? '13800000031' : '13800000032';
      const words = `字里行间都是好（${name}）`;
      await addMember(request, phone);
      await signIn(context, phone);
      await open(page, at(article));
      const box = page.locator('#comments').getByLabel('写下你的评论');
      await box.fill('，值得一读');
      await page.locator('#comments').getByRole('button', { name: '加粗、斜体' }).first().press('Enter');
      await expect(box).toHaveAttribute('contenteditable', 'true');
      await expect(box).toBeFocused();
      await page.keyboard.type(words);
      await page.keyboard.press('Control+a');
      await page.keyboard.press('Control+b');
      await moveCaretToEnd(page);
      await page.keyboard.press('Enter');
      await page.keyboard.type('第二段');
      await expect(box.locator('strong').first()).toHaveText(`${words}，值得一读`);
      await page.reload();
      await expect(box.locator('strong').first()).toHaveText(`${words}，值得一读`);
      await sendComment(page);
      await expect(toast(page, '评论成功，请等待后台审核')).toBeVisible();
      await expect(box).toHaveValue('');
      await approve(words);

      const plain = await browser.newContext({ ...look, javaScriptEnabled: false });
      try {
        const reader = await plain.newPage();
        const comment = reader.locator('.comments-top').filter({ hasText: words });
        // A page that is kept is shown once more while a new one is made.
        await expect(async () => {
          await reader.goto(at(article));
          await expect(comment).toBeVisible({ timeout: 500 });
        }).toPass();
        await expect(comment.locator('strong').first()).toHaveText(`${words}，值得一读`);
        await expect(comment.locator('p').filter({ hasText: '第二段' })).toHaveCount(1);
        await expect(comment).toContainText(`138****${phone.slice(-4)}`);
        await expect(reader.locator('#comments').getByRole('button')).toHaveCount(0);
      } finally {
        await plain.close();
      }
    });
  });
}
