import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createProtocolConnection, StreamMessageReader, StreamMessageWriter } from 'vscode-languageserver/node';
import { expect, test } from 'vitest';
import { Editor, shipped } from './editor';

const file = 'tenants/museum/modules/exhibit.json';
const program = join(import.meta.dirname, '../../dist/server/lsp.js');

test('the program speaks by its standard input and output, and ends with its editor', async () => {
  const child = spawn(process.execPath, [program, '--stdio'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  try {
    const connection = createProtocolConnection(new StreamMessageReader(child.stdout), new StreamMessageWriter(child.stdin));
    const editor = new Editor(shipped, connection);
    await editor.initialize('en');
    editor.texts.set(file, '{\n  "pages": { "exhibit": { "pageSize": 9 } }\n}\n');
    await editor.change(file, '"pageSize": 9', '"pagesize": 9');
    const [problem] = await editor.waitFor(file, (found) => found.length > 0);
    expect(problem).toMatchObject({ code: 'unknown-key', range: { start: { line: 1, character: 26 } } });
    await connection.sendRequest('shutdown');
    await connection.sendNotification('exit');
    expect(await ended).toEqual([0, null]);
  } finally {
    child.kill('SIGKILL');
  }
});
