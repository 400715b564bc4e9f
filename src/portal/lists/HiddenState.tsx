import type { ReactElement } from 'react';
import type { List } from './useList';

/** The state of a list as hidden fields of a form that changes part of it; the form then works without scripts. */
export function HiddenState({ list, without }: { list: List; without: readonly string[] }): ReactElement {
  const address = list.address({ ...list.state, page: 1 });
  const entries = [...new URLSearchParams(address.split(/[?#]/)[1] ?? '')].filter(([name]) => !without.includes(name));
  return (
    <>
      {entries.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
    </>
  );
}
