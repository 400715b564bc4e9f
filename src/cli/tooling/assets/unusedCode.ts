import type { Plugin } from 'vite';

/** Words of a package's file and what stands in their place. */
type Change = readonly [words: RegExp, instead: string];

/**
 * Each of the router's components is made by a call and then given a name for React's developer tools, which a bundler has to take for work that
 * somebody may rely on. They and what they need are most of the router. Of what is left, half serves routes that fetch data, of which there are
 * none, and tells developers in whole sentences what they did wrong.
 */
const router: readonly Change[] = [
  [/^var (\w+) = (React\d*\.(?:forwardRef|memo|createContext)\()/gm, 'var $1 = /* @__PURE__ */ $2'],
  [/^var (\w+) = (new (?:Set|URL)\()/gm, 'var $1 = /* @__PURE__ */ $2'],
  [/^var (objectProtoNames\d?) = (.*);$/gm, 'var $1 = /* @__PURE__ */ (() => $2)();'],
  [/^\w+\.(?:displayName = "[^"]*"|contextType = \w+);$/gm, ''],
  [/isDataRoute \? useNavigateStable\(\) : useNavigateUnstable\(\)/, 'useNavigateUnstable()'],
  [
    /throw new Error\(message\);\n {2}\}\n\}\nfunction warning\(cond, message\) \{[\s\S]*?\n\}/,
    'throw new Error();\n  }\n}\nfunction warning() {}',
  ],
];

/** React's older ways to begin a page and what its developer tools ask for: a package that is no module cannot be left out in part. */
const reactDom: readonly Change[] = [
  [/\bexports\.(findDOMNode|hydrate|render|unmountComponentAtNode|unstable_\w+|version|__SECRET\w+)=/g, 'var unused_$1='],
  [/if\("undefined"!==typeof __REACT_DEVTOOLS_GLOBAL_HOOK__\)\{.*?\}catch\(a\)\{\}\}/s, ''],
];

/**
 * What React's renderer asks a browser, with the answer of each that the portal is for (Chrome 87, Firefox 78, Safari 14 and later ones): what it
 * does for older ones goes with that. It is the file for browsers alone.
 */
const answers: readonly Change[] = [
  [/var ia=!\("undefined"===typeof window\|\|[^)]*createElement\),/, 'const ia=!0;var '],
  [
    /,ae=ia&&"CompositionEvent"in\s+window,be=null;ia&&"documentMode"in\s+document&&\(be=document\.documentMode\);/,
    ';const ae=!0,be=null,de=!1;',
  ],
  [/,de=ia&&\(!ae\|\|be&&8<be&&11>=be\)/, ''],
  [/var Pe=ia&&"documentMode"in\s+document&&11>=document\.documentMode,/, 'const Pe=!1;var '],
  [/var we=!1;\s*if\(ia\)\{[^]*?9<document\.documentMode\)\}/, 'const we=!0;'],
  [/"undefined"!==typeof MSApp&&MSApp\.execUnsafeLocalFunction\?function[^]*?\}\)\}:a\}/, ' a}'],
  [/"http:\/\/www\.w3\.org\/2000\/svg"!==a\.namespaceURI\|\|"innerHTML"in\s+a/, '!0'],
  [/ia&&\(Ye=document\.createElement\("div"\)\.style,[^]*?delete We\.transitionend\.transition\);/, ''],
  [/\bZe\("(\w+)"\)/g, '"$1"'],
  [/var Lb=!1;\s*if\(ia\)try\{[^]*?\}catch\(a\)\{Lb=!1\}/, 'const Lb=!0;'],
  [/"function"===typeof Object\.is\?Object\.is:Ge/, 'Object.is'],
  [/"function"===typeof queueMicrotask\?queueMicrotask:"undefined"!==typeof Hf\?[^]*?:Ff;/, 'queueMicrotask;'],
];

/** The ways to plan work that React has no use for. */
const scheduler: readonly Change[] = [
  [
    /\bexports\.(unstable_(?:continueExecution|forceFrameRate|getFirstCallbackNode|next|pauseExecution|Profiling|runWithPriority|wrapCallback))=/g,
    'var unused_$1=',
  ],
];

/** The files by their names and by what stands in them alone. */
const packages: readonly { file: RegExp; holds: string; changes: readonly Change[] }[] = [
  { file: /[\\/]react-router[\\/]dist[\\/]production[\\/]/, holds: 'isDataRoute ?', changes: router },
  { file: /[\\/]react-dom\.production\.min\.js$/, holds: 'exports.hydrateRoot=', changes: [...reactDom, ...answers] },
  { file: /[\\/]scheduler\.production\.min\.js$/, holds: 'exports.unstable_scheduleCallback=', changes: scheduler },
];

/**
 * Vite plugin: lets the bundler leave out what nobody uses of packages that do not let it. What is changed was found in the versions that
 * package-lock.json names.
 * @throws when a package has not what is to be changed: then it is another version, whose unused parts are to be sought anew
 */
export function unusedCode(): Plugin {
  return {
    name: 'unused-code',
    apply: 'build',
    transform: {
      filter: { id: packages.map(({ file }) => file) },
      handler(code, id) {
        const changes = packages.flatMap(({ file, holds, changes: wanted }) => (file.test(id) && code.includes(holds) ? wanted : []));
        return { code: changes.reduce((changed, change) => replace(changed, change, id), code), map: null };
      },
    },
  };
}

function replace(code: string, [words, instead]: Change, id: string): string {
  const changed = code.replace(words, instead);
  if (changed === code) throw new Error(`${id} has nothing like ${words.source}`);
  return changed;
}
