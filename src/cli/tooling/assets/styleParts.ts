import { type AtRule, type ChildNode, parse, type Rule } from 'postcss';
import parseSelector from 'postcss-selector-parser';
import type { StylePart } from '../../../server/rendering/pageStyles';

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
  return node.name === 'keyframes' ? { keyframes: node.params, text } : { text };
}

/** What a selector says of states, attributes and parts, and whatever stands in parentheses, needs nothing: it may come to be. */
function readRule({ selectors, nodes }: Rule): StylePart {
  const needsOf = (selector: string): string[] =>
    parseSelector()
      .astSync(selector)
      .nodes.flatMap(({ nodes: parts }) =>
        parts.flatMap(({ type, value = '' }) => (type === 'class' ? [`.${value}`] : type === 'tag' ? [value.toLowerCase()] : [])),
      );
  return {
    selectors: selectors.map((text) => ({ text, needs: needsOf(text) })),
    body: `{${nodes.map(String).join(';')}}`,
  };
}
