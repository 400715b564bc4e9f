import { defineConfig } from 'playwright/test';

const report = process.env.PLAYWRIGHT_JSON_OUTPUT_NAME;
/**
 * Files whose tests only look at pages: what a browser keeps of one test is of no use to the next, and opening a new one takes its time.
 * None of them sets the clock, which leaves traces in a page that is kept.
 */
const reading = /(accessibility|firstScreen|keyboard|lists|pages|shell)\.spec\.ts$/;

// Playwright's own browser needs no path.
const executablePath = process.env.CHROMIUM_PATH;
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Browser tests against the built server that e2e/globalSetup starts; its address reaches tests as PORTAL_URL. */
export default defineConfig({
  testDir: './e2e',
  globalSetup: './e2e/globalSetup.ts',
  outputDir: '../test-results',
  // One more than the cores that there are at least, for journeys wait more than they work.
  workers: 3,
  projects: [
    { name: 'journeys', testIgnore: reading },
    {
      name: 'reading',
      testMatch: reading,
      // A page that follows another in the same process has its letters and scripts at hand.
      use: { reuseContext: true, launchOptions: { executablePath, args: [...args, '--renderer-process-limit=1'] } },
    },
  ],
  timeout: 60_000,
  expect: { timeout: 10_000 },
  // A machine that is shared may hold a browser up; what fails twice is broken, what needed both attempts is named and to be mended.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: Boolean(process.env.CI),
  reporter: report ? [['list'], ['json', { outputFile: report }]] : [['list']],
  use: {
    baseURL: process.env.PORTAL_URL,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    browserName: 'chromium',
    // Records of every step take a fifth of the time: `TRACE=1 npm test -- tests/e2e/lists.spec.ts` makes them of what fails.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    launchOptions: { executablePath, args },
  },
});
