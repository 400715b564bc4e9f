import type { InputHTMLAttributes, SyntheticEvent } from 'react';
import { getMask } from '../../../runtime/formCheck';
import type { FieldProps } from './kinds';

/** A field whose value at the start is a mask of what is stored. */
export interface Masking {
  /** The mask; undefined when there is none to keep. */
  mask: string | undefined;
  /** Whether the mask is still there. */
  stands: boolean;
  /** What is typed over the mask takes its place as a whole. */
  handlers: Pick<InputHTMLAttributes<HTMLInputElement>, 'onFocus' | 'onKeyDown' | 'onPaste' | 'onCompositionStart'>;
  /** What the field holds after its content became this. */
  typed: (content: string) => string;
}

/**
 * Masked values are cleared and typed anew to change them (ledger PC-27): the whole mask is selected before anything is typed, so
 * that the first character replaces it, with any keyboard and input method; what changes it otherwise leaves nothing of it either.
 */
export function useMask({ field, value, scope }: Pick<FieldProps, 'field' | 'value' | 'scope'>): Masking {
  const mask = getMask(field, scope);
  const stands = mask !== undefined && value === mask;
  const select = (event: SyntheticEvent<HTMLInputElement>): void => {
    if (stands) event.currentTarget.select();
  };
  return {
    mask,
    stands,
    handlers:
      mask === undefined
        ? {}
        : {
            onFocus: select,
            onPaste: select,
            onCompositionStart: select,
            onKeyDown: (event) => {
              const types = event.key.length === 1 && !event.ctrlKey && !event.metaKey;
              if (types || ['Backspace', 'Delete', 'Process'].includes(event.key)) select(event);
            },
          },
    typed: (content) => (stands && mask !== undefined && content.includes('*') ? removeMask(content, mask) : content),
  };
}

/** Returns what was put into a mask: the content without what it has in common with the mask at both ends. @internal */
export function removeMask(content: string, mask: string): string {
  const shorter = Math.min(content.length, mask.length);
  let head = 0;
  while (head < shorter && content[head] === mask[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && content[content.length - 1 - tail] === mask[mask.length - 1 - tail]) tail += 1;
  return content.slice(head, content.length - tail);
}
