import { joinInPage } from './members';
import { at, expect, expectSound, looks, newWindow, open, takenOver, test, titles } from './portal';
import { violations } from './violations';

const site = 'Wangshu Museum';

for (const [name, look] of Object.entries(looks)) {
  test(`a visitor reads the museum in English, finds a bronze, signs up with English words, and comes back, on a ${name} screen`, async ({
    browser,
    complaints,
  }) => {
    // A walk through many pages, which on a busy machine takes longer than tests usually may.
    test.slow();
    const context = await browser.newContext({ ...look, reducedMotion: 'reduce' });
    const page = await context.newPage();
    const menu = async (): Promise<void> => {
      if (look.viewport.width < 768) await page.getByLabel(/^(菜单|Menu)$/).click();
    };
    const follow = async (link: string): Promise<void> => {
      await menu();
      await page.locator('header').getByRole('link', { name: link, exact: true }).locator('visible=true').first().click();
    };
    await open(page, at('/login', 'museum'));
    await joinInPage(page, name === 'wide' ? '13800000771' : '13800000772');
    await open(page, at('/', 'museum'));

    await follow('English');
    await expect(page).toHaveURL(/\/en$/);
    await takenOver(page);
    await expectSound(page, site);
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    expect(await violations(page)).toEqual([]);

    const link = page.getByRole('link', { name: /^Blue-and-white globular/ });
    const opened = look === looks.wide ? await newWindow(page, link) : (await link.click(), page);
    await expect(opened).toHaveURL(/\/en\/exhibitdetail\?/);
    await expect(opened.getByRole('heading', { level: 1 })).toHaveText('Blue-and-white globular vase with flowers');
    await expect(opened.locator('.gallery-caption')).toContainText('a round belly with flowers all round');
    if (opened !== page) await opened.close();

    await open(page, at('/en/search', 'museum'));
    const box = page.getByRole('main').locator('input[type=search]');
    await box.fill('bronze');
    await box.press('Enter');
    await expect(page).toHaveURL(/\/en\/search\?.*key=bronze/);
    await expect.poll(() => titles(page).then((all) => all.join('\n'))).toContain('Bronze ding tripod with animal masks');
    await expectSound(page, site);

    await open(page, at('/en/appointmentenroll?columnId=7106&id=mappt-0006', 'museum'));
    await page.getByRole('button', { name: 'Add a person' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toContainText('Please enter a name');
    await expect(dialog).toContainText('Please enter an ID number');
    await expect(dialog).not.toContainText(/\p{Script=Han}/u);
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expectSound(page, site);

    await follow('中文');
    await expect(page).toHaveURL(/^http:\/\/museum\.localhost:\d+\/appointmentenroll\?columnId=7106&id=mappt-0006$/);
    await takenOver(page);
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
    await expectSound(page, '望舒博物馆');
    await context.close();
    expect(complaints).toEqual([]);
  });
}

test('whatever is Chinese on an English page is marked as Chinese', async ({ page, context, complaints }) => {
  const reader = await context.newPage();
  await open(page, at('/en', 'museum'));
  const waiting = ['/en', '/en/login', '/en/register', '/en/forget', '/en/search?key=bronze', '/en/nothing'];
  const opened = new Set<string>();
  const found: string[] = [];
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const name = path.split('?')[0] ?? '';
    // Of pages that are alike one is enough.
    if (opened.has(name)) continue;
    opened.add(name);
    const { unmarked, links } = await reader.evaluate(
      readChinese,
      await page.evaluate(async (address) => (await fetch(address)).text(), path),
    );
    found.push(...unmarked.map((words) => `${path}: ${words}`));
    waiting.push(...links);
  }
  expect(found).toEqual([]);
  expect(opened.size).toBeGreaterThan(15);
  // The page that is not there.
  expect(complaints.splice(0)).toHaveLength(2);
});

/** Runs in a page without a policy of its own: the Chinese words of a document that are not marked as such, and where it leads on to. */
function readChinese(text: string): { unmarked: string[]; links: string[] } {
  const han = /\p{Script=Han}/u;
  const shown = new DOMParser().parseFromString(text, 'text/html');
  for (const unseen of shown.querySelectorAll('script, style, noscript')) unseen.remove();
  const isMarked = (element: Element | null): boolean => element?.closest('[lang]')?.getAttribute('lang')?.startsWith('zh') === true;
  const unmarked: string[] = [];
  const words = document.createTreeWalker(shown.documentElement, NodeFilter.SHOW_TEXT);
  while (words.nextNode())
    if (han.test(words.currentNode.nodeValue ?? '') && !isMarked(words.currentNode.parentElement))
      unmarked.push(words.currentNode.nodeValue ?? '');
  for (const name of ['alt', 'title', 'aria-label', 'placeholder'])
    for (const element of shown.querySelectorAll(`[${name}]`))
      if (han.test(element.getAttribute(name) ?? '') && !isMarked(element)) unmarked.push(`${name} ${element.getAttribute(name) ?? ''}`);
  const links = [...shown.querySelectorAll('a[href^="/en"]')].map((link) => link.getAttribute('href') ?? '');
  return { unmarked, links: links.filter((link) => !/^\/en\/(feeds|iiif)\//.test(link)) };
}
