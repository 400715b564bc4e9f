import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { capture, root } from './process.mjs';

const systemBrowsers = [
  // Without the windows of a whole browser the tests take two thirds of the time.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];
const downloadMs = 240_000;
const playwright = join(root, 'node_modules', 'playwright', 'cli.js');

/**
 * Finds a Chromium that starts, or installs one: Playwright's own, or Debian's when we are root.
 * @returns {Promise<string | undefined>} its path; undefined when none can be had, which was then printed with the reasons
 */
export async function findChromium() {
  const present = await findFirstThatStarts([process.env.CHROMIUM_PATH ?? '', ...systemBrowsers, await findBundledPath()]);
  if (present) return present;
  const reasons = [];
  for (const { name, commands } of listInstallers()) {
    console.log(`No Chromium found; trying ${name} ...`);
    for (const [program, ...args] of commands) {
      const { code, output } = await capture(program, args, {
        timeout: downloadMs,
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      });
      if (code !== 0) reasons.push(`${name}: ${output.trim().split('\n').slice(-3).join(' / ') || 'no answer in time'}`);
    }
    const installed = await findFirstThatStarts([await findBundledPath(), ...systemBrowsers]);
    if (installed) return installed;
  }
  console.error(`No Chromium could be found or installed. Install one, or set CHROMIUM_PATH.\n${reasons.join('\n')}`);
  return undefined;
}

/** @returns {{ name: string, commands: [string, ...string[]][] }[]} in the order in which they are tried */
function listInstallers() {
  const isDebianRoot = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  /** @type {{ name: string, commands: [string, ...string[]][] }} */
  const own = { name: "Playwright's own", commands: [[process.execPath, playwright, 'install', 'chromium']] };
  if (!isDebianRoot) return [own];
  /** @param {string} browser @returns {[string, ...string[]]} */
  const install = (browser) => ['apt-get', 'install', '-y', '--no-install-recommends', browser, 'fonts-noto-cjk'];
  return [
    own,
    { name: "Debian's without windows", commands: [['apt-get', 'update'], install('chromium-headless-shell')] },
    { name: "Debian's", commands: [install('chromium')] },
    { name: "the libraries that Playwright's own needs", commands: [[process.execPath, playwright, 'install-deps', 'chromium']] },
  ];
}

/** @returns {Promise<string>} where Playwright would keep its browser; empty when it cannot tell */
async function findBundledPath() {
  const script = "import('playwright').then(({ chromium }) => console.log(chromium.executablePath()))";
  const { code, output } = await capture(process.execPath, ['--input-type=module', '-e', script]);
  return code === 0 ? output.trim() : '';
}

/** @param {string[]} paths @returns {Promise<string | undefined>} */
async function findFirstThatStarts(paths) {
  for (const path of paths) {
    // A path alone proves nothing: Ubuntu's is a note about snap, and libraries may be missing.
    if (path && existsSync(path) && (await capture(path, ['--version'], { timeout: 20_000 })).code === 0) return path;
  }
  return undefined;
}
