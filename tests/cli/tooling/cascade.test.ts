import { expect, test } from 'vitest';
import { collectReached, type Modules } from '../../../src/cli/tooling/assets/cascade';

const graph: Record<string, [at_once: string[], later: string[]]> = {
  entry: [['frame', 'list'], ['form']],
  frame: [['button', 'frame.css'], []],
  list: [['card', 'list.css'], ['dialog']],
  card: [['button', 'card.css'], []],
  button: [['entry', 'button.css'], []],
  form: [['button', 'form.css'], ['editor']],
  dialog: [['dialog.css'], []],
  editor: [['editor.css'], []],
};
const modules: Modules = {
  getModuleInfo: (id) => ({ importedIds: graph[id]?.[0] ?? [], dynamicallyImportedIds: graph[id]?.[1] ?? [] }),
};
const sheetsFrom = (from: string): string =>
  collectReached([from], modules)
    .filter((id) => id.endsWith('.css'))
    .map((id) => id.replace('.css', ''))
    .join(' ');

test.each([
  ['sheets stand behind those of what their component imports, and each once', 'entry', 'button frame card list dialog form editor'],
  [
    'who imports each other stands in some order, and what is fetched later comes last',
    'list',
    'frame button card list form dialog editor',
  ],
])('%s', (_what, from, expected) => {
  expect(sheetsFrom(from)).toBe(expected);
});
