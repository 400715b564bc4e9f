import type { ReactNode } from 'react';

/** Stands in for `markdown-to-jsx/react` in the browser's build: texts of forms are plain text and are shown as they are. */
export function Markdown({ children }: { children?: ReactNode }): ReactNode {
  return children;
}
