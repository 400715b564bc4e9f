import { useCallback, useState, type ReactElement } from 'react';
import { notify } from '../../ui/notices';

/** Words on what a field would not take, until the next attempt. */
export interface FieldNoticeState {
  notice: string;
  /** Tells the words in passing and keeps them at the field; the empty text takes them away. */
  tell: (words: string) => void;
}

/** Keeps the words on what a field would not take. */
export function useFieldNotice(): FieldNoticeState {
  const [notice, setNotice] = useState('');
  const tell = useCallback((words: string): void => {
    setNotice(words);
    notify(words, 'warning', 3000);
  }, []);
  return { notice, tell };
}

/** The words on what a field would not take; they were read out in passing already. */
export function FieldNotice({ id, notice }: { id: string; notice: string }): ReactElement | null {
  return notice === '' ? null : (
    <p id={`${id}-notice`} className="input-error">
      {notice}
    </p>
  );
}
