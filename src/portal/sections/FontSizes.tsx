import { useEffect, useState, type ReactElement } from 'react';
import type { TextKey } from '../../model/textKeys.g';
import { useShell } from '../data/context';
import { keep, readKept } from '../data/windowStorage';
import './FontSizes.css';

/** The four sizes of an article's letters, largest first; standard is the default (ledger CONV-07). */
const sizes = ['super', 'large', 'standard', 'small'] as const;
type Size = (typeof sizes)[number];
const words: Record<Size, TextKey> = { super: 'fontSuper', large: 'fontLarge', standard: 'fontStandard', small: 'fontSmall' };
const memory = 'articleSize';

/** Chooses the size of the letters of rich text on the page; the choice lasts as long as the visit. */
export function FontSizes(): ReactElement {
  const { say } = useShell();
  const [size, setSize] = useState<Size>('standard');
  useEffect(() => {
    const kept = readKept(memory);
    const known = sizes.find((name) => name === kept);
    if (known) setSize(known);
  }, []);
  useEffect(() => {
    const article = document.getElementById('main');
    if (article) article.dataset['size'] = size;
    return () => {
      if (article) delete article.dataset['size'];
    };
  }, [size]);
  const choose = (next: Size): void => {
    keep(memory, next);
    setSize(next);
  };
  return (
    <div className="font-sizes" role="radiogroup" aria-label={say('fontSize')}>
      <span className="font-sizes-label" aria-hidden="true">
        {say('fontSize')}
      </span>
      {sizes.map((name) => (
        <label key={name} className="font-sizes-size">
          <input type="radio" name="fontSize" value={name} className="unseen" checked={size === name} onChange={() => choose(name)} />
          <span>{say(words[name])}</span>
        </label>
      ))}
    </div>
  );
}
