import { type AtRule, type ChildNode, parse, type Rule } from 'postcss';
import parseSelector, { type Selector } from 'postcss-selector-parser';
import type { StyleNeed, StylePart } from '../../../server/rendering/pageStyles';

/** Conditions whose rules count for themselves. */
const conditions: ReadonlySet<string> = new Set(['media', 'supports', 'container', 'layer']);

/**
 * Returns what a style sheet is made of, in its order, with what each selector needs to be there.
 * @param css without comments
 * @throws CssSyntaxError when it is none
 */
export const readStyleParts = (css: string): StylePart[] => parse(css).nodes.map(readPart);

function readPart(node: ChildNode): StylePart {
  if (node.type === 'rule') return readRule(node);
  if (node.type !== 'atrule') return { text: node.toString() };
  if (conditions.has(node.name) && node.nodes) return { condition: `@${node.name} ${node.params}`, parts: node.nodes.map(readPart) };
  return readOther(node);
}

function readOther(node: AtRule): StylePart {
  const text = node.nodes ? node.toString() : `${node.toString()};`;
  if (node.name === 'keyframes') return { keyframes: node.params, text };
  // Of paper alone.
  return node.name === 'page' ? { condition: '@media print', parts: [{ text }] } : { text };
}

/** Pseudo-classes that hold selectors of which one has to fit, some by their names in browsers before 2021. */
const fitting: ReadonlySet<string> = new Set([':is', ':where', ':has', ':-webkit-any', ':-moz-any']);

function readRule({ selectors, nodes }: Rule): StylePart {
  const read = selectors.map((text) => ({ text, nodes: parseSelector().astSync(text).nodes }));
  return {
    selectors: read.flatMap(({ text, nodes: parsed }) =>
      parsed.every(isUnderPointer) ? [] : [{ text, needs: parsed.flatMap(findNeeds) }],
    ),
    body: `{${nodes.map(String).join(';')}}`,
  };
}

/** What is so of what the pointer is on, or has chosen. */
const ofPointer: ReadonlySet<string> = new Set([':hover', '::selection']);

/**
 * Whether a selector is that of what lies under the pointer itself: another colour of it waits for the sheet of all styles, which scripts put on
 * the page before anything else. What shows itself while the pointer is on something else, such as a menu, does not.
 */
function isUnderPointer({ nodes }: Selector): boolean {
  const last = nodes.slice(nodes.findLastIndex(({ type }) => type === 'combinator') + 1);
  return last.some(({ type, value }) => type === 'pseudo' && ofPointer.has(value));
}

/** What a selector says of states, attributes and parts needs nothing, nor does what it rules out: it may come to be. */
function findNeeds(selector: Selector): StyleNeed[] {
  return selector.nodes.flatMap((node) => {
    if (node.type === 'class') return [`.${node.value}`];
    if (node.type === 'tag') return [node.value.toLowerCase()];
    if (node.type !== 'pseudo' || !fitting.has(node.value)) return [];
    const oneOf = node.nodes.map(findNeeds);
    return oneOf.some((needs) => needs.length === 0) ? [] : oneOf.length === 1 ? oneOf.flat() : [{ oneOf }];
  });
}
