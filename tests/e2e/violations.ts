import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Page } from 'playwright/test';
import { expect, expectSound, looks } from './portal';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Violations that keep somebody from using a page, by axe's own rating, with the elements they are found on. */
export async function violations(page: Page): Promise<string[]> {
  // A page that stays has it since the first look.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  return page.evaluate(async () => {
    // What a rule finds is rated as the rule is: those that are rated lower need not be looked for.
    const lesser = window.axe._audit.rules.filter(({ impact }) => impact === 'moderate' || impact === 'minor');
    const { violations: found } = await window.axe.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
      rules: Object.fromEntries(lesser.map(({ id }) => [id, { enabled: false }])),
      resultTypes: ['violations'],
    });
    return found
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')} ${failureSummary ?? ''}`));
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
    axe: typeof axe & { _audit: { rules: { id: string; impact: string | null }[] } };
  }
}
