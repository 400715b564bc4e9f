import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Page } from 'playwright/test';
import { expect, expectSound, looks } from './portal';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Violations of WCAG 2.2 at level AA and of what axe counts as best practice, with the elements they are found on. */
export async function violations(page: Page): Promise<string[]> {
  // A page that stays has it since the first look.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  return page.evaluate(async () => {
    const { violations: found } = await window.axe.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
      resultTypes: ['violations'],
    });
    return found.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')} ${failureSummary ?? ''}`));
  });
}

/** Holds a page to what every page has, and to WCAG, at the width of a phone, then at that of a wide screen, as it is at that moment. */
export async function expectFineEverywhere(page: Page, site?: string): Promise<void> {
  for (const { viewport } of [looks.phone, looks.wide]) {
    await page.setViewportSize(viewport);
    await expectSound(page, site);
    expect(await violations(page)).toEqual([]);
  }
}

declare global {
  interface Window {
    axe: typeof axe;
  }
}
