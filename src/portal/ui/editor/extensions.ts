import { Node, mergeAttributes, type AnyExtension } from '@tiptap/core';
import { Image } from '@tiptap/extension-image';
import { StarterKit } from '@tiptap/starter-kit';

/** Which tools an editor has: all, or those of a comment. */
export type ToolSet = 'full' | 'plain';

/** A film in the text, with the controls of the browser. */
const Video = Node.create({
  name: 'video',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({ src: { default: null } }),
  parseHTML: () => [{ tag: 'video[src]' }],
  renderHTML: ({ HTMLAttributes }) => ['video', mergeAttributes(HTMLAttributes, { controls: 'true', preload: 'metadata' })],
});

/** Returns what can be written; the server lets the same through. */
export function buildExtensions(tools: ToolSet): AnyExtension[] {
  const shared = { code: false, codeBlock: false, horizontalRule: false, underline: false, strike: false, trailingNode: false } as const;
  if (tools === 'plain')
    return [
      StarterKit.configure({
        ...shared,
        heading: false,
        link: false,
        blockquote: false,
        bulletList: false,
        orderedList: false,
        listItem: false,
        listKeymap: false,
      }),
    ];
  return [
    StarterKit.configure({
      ...shared,
      heading: { levels: [2, 3] },
      link: { openOnClick: false, defaultProtocol: 'https', HTMLAttributes: { target: null, rel: null, class: null } },
    }),
    Image.configure({ allowBase64: false }),
    Video,
  ];
}
