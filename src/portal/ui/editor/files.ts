import type { Editor } from '@tiptap/core';
import { readEnding } from '../fileTypes';

/** Endings of pictures, films and other files that the editor takes (ledger UPLOAD-07 to 09). */
const pictures: ReadonlySet<string> = new Set(['jpg', 'jpeg', 'png']);
const films: ReadonlySet<string> = new Set(['mkv', 'mp4']);
const others: ReadonlySet<string> = new Set(['pdf', 'txt', 'zip', 'rar', '7z', 'doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx']);

/** Everything that the editor takes. */
export const editorTypes: readonly string[] = [...pictures, ...films, ...others];

/** What sends a file: its address, or undefined when it was not taken and the visitor was told. */
export type SendFile = (file: File) => Promise<string | undefined>;

/** Puts an uploaded file into the text at the cursor: a picture, a film, or a link with the file's name. */
export function insertFile(editor: Editor, name: string, address: string): void {
  const ending = readEnding(name);
  const chain = editor.chain().focus();
  if (pictures.has(ending)) chain.insertContent({ type: 'image', attrs: { src: address, alt: name.replace(/\.[^.]*$/, '') } }).run();
  else if (films.has(ending)) chain.insertContent({ type: 'video', attrs: { src: address } }).run();
  else
    chain
      .insertContent([
        { type: 'text', text: name, marks: [{ type: 'link', attrs: { href: address } }] },
        { type: 'text', text: ' ' },
      ])
      .run();
}
