import type { Plugin } from 'vite';
import { leaveOutFibers } from './unmadeFibers';

/** Words of a package's file and what stands in their place, or what makes another text of the whole. */
type Change = readonly [words: RegExp, instead: string] | ((code: string) => string);

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
  [/^try \{\n {2}if \(isBrowser2\)[^]*?\n\} catch \(e\) \{\n\}/m, ''],
  [/function getInvalidPathError\([^]*?\n\}/, 'function getInvalidPathError() {}'],
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
  [/function Ve\(a,b\)\{[^]*?"TransitionEnd"\)\},Xe=\{\},Ye=\{\};/, ''],
  [/"function"===typeof Object\.is\?Object\.is:Ge/, 'Object.is'],
  // Fields of events that browsers disagreed on. A browser that fills a form in sends keys without a name.
  [/key:function\(a\)\{if\(a\.key\)[^]*?:""\},code:0/, 'key:function(a){return a.key||"Unidentified"},code:0'],
  [/charCode:function\(a\)\{[^]*?which:function\(a\)\{[^}]*\}/, 'charCode:0,keyCode:0,which:0'],
  [/b\.getModifierState\?b\.getModifierState\(a\):\(a=Od\[a\]\)\?!!b\[a\]:!1/, 'b.getModifierState(a)'],
  [/relatedTarget:function\(a\)\{[^]*?movementY:function\(a\)\{[^}]*\}/, 'relatedTarget:0,movementX:0,movementY:0'],
  [/deltaX:function\(a\)\{[^]*?deltaY:function\(a\)\{[^}]*\}/, 'deltaX:0,deltaY:0'],
  [/clipboardData:function\(a\)\{[^}]*\}/, 'clipboardData:0'],
  [/timeStamp:function\(a\)\{[^}]*\}/, 'timeStamp:0'],
  [/"function"===typeof queueMicrotask\?queueMicrotask:"undefined"!==typeof Hf\?[^]*?:Ff;/, 'queueMicrotask;'],
];

/**
 * What of React's renderer no component of the portal asks for, nor of the packages that it is built with: Suspense, context, references and
 * steps of a component's life of before 2018, where among its components a fault happened, what changes a selection, and names of SVG that no icon has.
 */
const unasked: readonly Change[] = [
  leaveOutFibers,
  [/case Aa:return a=Bg\(12,[^]*?return qj\(c,e,f,b\);/, ''],
  [/case Ha:g=16;d=null;break a/, ''],
  [/,useMutableSource:(?:function\(\)\{\}|\w+(?=[,}]))/g, ''],
  [/null!==k&&"object"===typeof k&&"function"===typeof k\.then/, '!1'],
  [/\bvar J=Vi\(g\)/, 'var J=null'],
  [/function Yf\(a,b\)\{[^]*?return e\}/, 'function Yf(){return Vf}'],
  [/function Zf\(a\)\{[^}]*\}/, 'function Zf(){return!1}'],
  [/a=c\.ref;if\(null!==a&&"function"!==typeof a&&"object"!==typeof a\)\{[^]*?throw Error\(p\(290,a\)\);\}return a/, 'return c.ref'],
  [/try\{var c="",d=b;do c\+=Pa\(d\)[^]*?f\.stack\}/, 'var e="";'],
  [
    /"function"!==typeof \w\.UNSAFE_componentWill(?:Mount|ReceiveProps|Update)&&\s*"function"!==typeof \w\.componentWill(?:Mount|ReceiveProps|Update)/g,
    '!0',
  ],
  [/fa\("onSelect",[^)]*\)\);/, ''],
  [/switch\(a\)\{case "focusin":if\(me\(xa\)[^]*?case "keyup":Ue\(g,c,e\)\}/, ''],
  [/fa\("onBeforeInput",[^)]*\);/, ''],
  [/if\(\$a=ce\?je\(a,c\):ke\(a,c\)\)d=oe\(d,"onBeforeInput"\),[^]*?e\.data=\$a\)/, ''],
  // The number of a fault is enough; what it stands for is on React's site, which is not to be asked for anything from here.
  [/function p\(a\)\{[^]*?helpful warnings\."\}/, 'function p(a){return"Minified React error #"+a}'],
  [/"accent-height [\w:\- ]*"/, '"stroke-linecap stroke-linejoin stroke-width"'],
  [/"xlink:actuate [^]*?"http:\/\/www\.w3\.org\/XML\/1998\/namespace",!1,!1\)\}\);/, ''],
];

/** What the renderer then does not know: who imports it is told by the bundler that it is not there. */
const react: readonly Change[] = [[/\bexports\.(lazy|Profiler|Suspense)=/g, 'var unused_$1=']];

/** What SWR does for Suspense, for what a server component has fetched, and for who watches it: nobody does any of that. */
const swr: readonly Change[] = [
  [/const use = React\.use \|\|[^]*?\n\}\);/, 'const suspense = false, strictServerPrefetchWarning = false;'],
  [/\bcompare, suspense, fallbackData/, 'compare, fallbackData'],
  [/, strictServerPrefetchWarning \} = config;/, ' } = config;'],
  [/const hasCacheData = .*;/, 'const hasCacheData = false;'],
  [/fallback && isPromiseLike\(fallback\) \? use\(fallback\) : fallback/, 'fallback'],
  [/const consumedCacheDataRef = [^]*?consumedCacheDataRef\.current = consumedCacheData;\n\s*\}/, ''],
  [/const hydrationRef = [^]*?const isHydration = hydrationRef\.current;/, ''],
  [/\w+LayoutEffect\(\(\)=>\{\n\s*const preloaded = [^]*?\n {4}\}\);/, ''],
  [/\w+LayoutEffect\(\(\)=>\{\n\s*if \(fetcher \|\| !hasCacheData [^]*?\n {4}\}\);/, ''],
  [/\w+DebugValue\(returnedData\);/, ''],
];
const swrBesides: readonly Change[] = [
  [/const IS_REACT_LEGACY = .*;/, 'const IS_REACT_LEGACY = false;'],
  [/const isLegacyDeno = .*;/, 'const isLegacyDeno = false;'],
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
  { file: /[\\/]react\.production\.min\.js$/, holds: 'exports.Suspense=', changes: react },
  { file: /[\\/]react-dom\.production\.min\.js$/, holds: 'exports.hydrateRoot=', changes: [...reactDom, ...answers, ...unasked] },
  { file: /[\\/]swr[\\/]dist[\\/]/, holds: 'SWRHandler = (_key', changes: swr },
  { file: /[\\/]swr[\\/]dist[\\/]/, holds: 'const IS_REACT_LEGACY =', changes: swrBesides },
  {
    file: /[\\/]swr[\\/]dist[\\/]/,
    holds: 'const enableDevtools =',
    changes: [[/const enableDevtools = .*;/, 'const enableDevtools = false;']],
  },
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

function replace(code: string, change: Change, id: string): string {
  if (typeof change === 'function') return change(code);
  const [words, instead] = change;
  const changed = code.replace(words, instead);
  if (changed === code) throw new Error(`${id} has nothing like ${words.source}`);
  return changed;
}
