import { useEffect, useLayoutEffect, useState, type ReactElement, type RefObject } from 'react';
import { useNavigate } from 'react-router-dom';
import { useShell } from '../../data/context';
import { forgetWords, readRecentWords, rememberWord } from '../../data/recentWords';
import { useLatest } from '../../data/useLatest';
import { buildComboboxProps, OptionEntry, OptionList } from '../combobox/OptionList';
import { useListbox } from '../combobox/useListbox';
import type { Driven } from './SearchBox';
import { useSuggestions, type Entry } from './useSuggestions';
import './Suggestions.css';

/**
 * What can be chosen below a search box: before anything is typed the words of this browser and those that many search for, then titles.
 * It drives the box by what it hands to `onDrive`.
 */
export function Suggestions({
  id,
  box,
  onDrive,
}: {
  id: string;
  box: RefObject<HTMLInputElement>;
  onDrive: (driven: Driven) => void;
}): ReactElement {
  const { shell, say } = useShell();
  const navigate = useNavigate();
  const [typed, setTyped] = useState(() => box.current?.value ?? '');
  const [recent, setRecent] = useState(readRecentWords);
  const { entries, settled } = useSuggestions(typed, recent);
  const { open, active, show, close, press } = useListbox();
  const shown = open && entries.length > 0;

  const choose = (entry: Entry): void => {
    close();
    if (entry.link === undefined) {
      rememberWord(entry.title);
      fill(box.current, entry.title);
      setTyped(entry.title);
    }
    void navigate(entry.link ?? `${shell.shell.search ?? ''}?${new URLSearchParams({ key: entry.title }).toString()}`);
  };
  const leave = (to: Element | null): void => {
    if (to !== box.current && !to?.closest('.suggestions')) close();
  };
  const forget = (): void => {
    forgetWords();
    setRecent([]);
    box.current?.focus();
  };
  const type = (words: string): void => {
    setTyped(words);
    show();
  };
  const begin = (): void => {
    setRecent(readRecentWords());
    setTyped(box.current?.value ?? '');
    show();
  };
  const driven: Driven = {
    ...buildComboboxProps(id, shown, active),
    onChange: ({ target, nativeEvent }) => {
      if (!('isComposing' in nativeEvent && nativeEvent.isComposing === true)) type(target.value);
    },
    onCompositionEnd: ({ currentTarget }) => type(currentTarget.value),
    onKeyDown: (event) => {
      const chooseAt = (index: number): void => entries.slice(index, index + 1).forEach(choose);
      if (!press(event, entries.length, chooseAt) && event.key === 'Enter') close();
    },
    onFocus: begin,
    onClick: begin,
    onBlur: ({ relatedTarget }) => leave(relatedTarget),
  };
  const latest = useLatest(driven);
  const handOver = useLatest(onDrive);
  useLayoutEffect(() => {
    handOver.current(latest.current);
  }, [open, active, entries, typed, handOver, latest]);
  const openAtOnce = useLatest(begin);
  useEffect(() => {
    if (document.activeElement === box.current) openAtOnce.current();
  }, [box, openAtOnce]);
  return (
    <div className="suggestions">
      <div className="suggestions-panel" hidden={!shown}>
        <OptionList id={id} label={say('suggestions')} shown={shown} active={active}>
          {entries.map((entry, index) => (
            <OptionEntry
              key={`${entry.kind} ${entry.id}`}
              id={id}
              index={index}
              active={active}
              chosen={index === active}
              facts={entry.kind === 'item' ? (entry.label ?? '') : say(entry.kind === 'recent' ? 'recentWord' : 'hotWord')}
              beside
              onChoose={() => choose(entry)}
            >
              {entry.title}
            </OptionEntry>
          ))}
        </OptionList>
        {recent.length > 0 && typed.trim() === '' && <Forget onForget={forget} onLeave={leave} />}
      </div>
      <p className="unseen" role="status">
        {open && settled && say('suggestionCount', { count: entries.length })}
      </p>
    </div>
  );
}

function fill(line: HTMLInputElement | null, words: string): void {
  if (line) line.value = words;
}

/** The button that forgets the words of this browser. */
function Forget({ onForget, onLeave }: { onForget: () => void; onLeave: (to: Element | null) => void }): ReactElement {
  const { say } = useShell();
  return (
    <p className="suggestions-foot">
      <button
        type="button"
        className="suggestions-forget"
        onPointerDown={(event) => event.preventDefault()}
        onBlur={({ relatedTarget }) => onLeave(relatedTarget)}
        onClick={onForget}
      >
        {say('forgetWords')}
      </button>
    </p>
  );
}
