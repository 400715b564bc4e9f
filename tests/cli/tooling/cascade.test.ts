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
const sheetsFrom = (from: string, isApart: (id: string, by: string) => boolean = () => false): string =>
  collectReached([from], modules, isApart)
    .filter((id) => id.endsWith('.css'))
    .map((id) => id.replace('.css', ''))
    .join(' ');

test.each([
  [
    'sheets stand behind those of what their component imports, and each once',
    'entry',
    undefined,
    'button frame card list dialog form editor',
  ],
  [
    'who imports each other stands in some order, and what is fetched later comes last',
    'list',
    undefined,
    'frame button card list form dialog editor',
  ],
  ['what is apart is left out with all that it alone reaches', 'entry', (id: string) => id === 'list', 'button frame form editor'],
  ['by whom it is reached decides too', 'list', (id: string, by: string) => by === 'button' && id === 'entry', 'button card list dialog'],
])('%s', (_what, from, isApart, expected) => {
  expect(sheetsFrom(from, isApart)).toBe(expected);
});
