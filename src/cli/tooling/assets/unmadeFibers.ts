import { parseAst } from 'vite';

/**
 * Tags of fibers (ReactWorkTags of React 18) that nothing in browsers is: Profiler, Suspense and what it is made of (13, 18, 22, 23), what `lazy`
 * returns, a class that did not come to its end without concurrent rendering, and what React itself has under no public name (19, 21, 24, 25).
 */
const unmade: ReadonlySet<unknown> = new Set([12, 13, 16, 17, 18, 19, 21, 22, 23, 24, 25]);

/** A node of the tree of a program (ESTree), and where it is written. */
interface TreeNode {
  type: string;
  start: number;
  end: number;
}

interface SwitchCase extends TreeNode {
  test: TreeNode | null;
  consequent: TreeNode[];
}

/** What stands from one place of a text to another, and what is to stand there. */
interface Edit {
  start: number;
  end: number;
  instead: string;
}

/**
 * Returns the text of React's renderer without what it does for such fibers, and for pages that were not begun by `createRoot` or `hydrateRoot`:
 * the cases of switches go, comparisons and the mode become what they always are, and minifiers leave out what follows from that.
 * @throws an Error when nothing is found, as in a version with other names
 */
export function leaveOutFibers(code: string): string {
  const edits = collectEdits(parseAst(code)).sort((a, b) => a.start - b.start || b.end - a.end);
  if (edits.length === 0) throw new Error('there are no fibers by their tags');
  let [written, copied] = ['', 0];
  for (const { start, end, instead } of edits) {
    // Within what is left out already.
    if (start < copied) continue;
    written += code.slice(copied, start) + instead;
    copied = end;
  }
  return written + code.slice(copied);
}

function collectEdits(node: unknown): Edit[] {
  if (typeof node !== 'object' || node === null) return [];
  const found = isNode(node) ? findEdits(node) : [];
  return [...found, ...Object.values(node).flatMap(collectEdits)];
}

function findEdits(node: TreeNode): Edit[] {
  if (node.type === 'SwitchStatement') {
    const { discriminant, cases } = node as TreeNode & { discriminant: TreeNode; cases: SwitchCase[] };
    return isProperty(discriminant, 'tag') ? leaveOutCases(cases) : [];
  }
  if (node.type !== 'BinaryExpression') return [];
  const { operator, left, right } = node as TreeNode & { operator: string; left: TreeNode; right: TreeNode };
  const place = { start: node.start, end: node.end };
  // Each part of a page has the mode of its root, and there is no root but of concurrent mode.
  if (operator === '&' && isProperty(left, 'mode') && readNumber(right) === 1) return [{ ...place, instead: '1' }];
  if (!/^[!=]==$/.test(operator) || !unmade.has(readNumber(left)) || !isProperty(right, 'tag')) return [];
  return [{ ...place, instead: operator === '===' ? '!1' : '!0' }];
}

/** A case goes with what it does; where one that stays goes on into it, only its name goes. */
function leaveOutCases(cases: readonly SwitchCase[]): Edit[] {
  const edits: Edit[] = [];
  let fallsIn = false;
  for (const { test, consequent, start, end } of cases) {
    const [first] = consequent;
    if (test && unmade.has(readNumber(test))) {
      edits.push({ start, end: fallsIn && first ? first.start : end, instead: '' });
      if (!fallsIn) continue;
    }
    fallsIn = first === undefined || !endsFlow(consequent.at(-1));
  }
  return edits;
}

const endings: ReadonlySet<unknown> = new Set(['ReturnStatement', 'BreakStatement', 'ThrowStatement', 'ContinueStatement']);

/** Returns whether nothing behind a statement is come to from it; where that is hard to tell, that it is. */
function endsFlow(statement: TreeNode | undefined): boolean {
  if (statement?.type !== 'BlockStatement') return endings.has(statement?.type);
  return endsFlow((statement as TreeNode & { body: TreeNode[] }).body.at(-1));
}

const isNode = (value: object): value is TreeNode => 'type' in value && 'start' in value && 'end' in value;

function isProperty(node: TreeNode, name: string): boolean {
  if (node.type !== 'MemberExpression') return false;
  const { computed, property } = node as TreeNode & { computed: boolean; property: { name?: string } };
  return !computed && property.name === name;
}

const readNumber = (node: TreeNode): unknown => (node.type === 'Literal' ? (node as TreeNode & { value: unknown }).value : undefined);
