import { memo, useEffect, type KeyboardEvent, type MouseEvent, type ReactElement } from 'react';
import { holds } from '../../runtime/condition';
import { usePage } from '../data/context';
import { SectionList } from '../ui/renderers';
import type { SectionOf, SectionProps } from '../ui/kindProps';
import { useHydrated } from '../data/hydration';
import { useChoice } from '../ui/useChoice';
import { useShow } from '../ui/useShow';
import './TabsSection.css';

/**
 * Groups of sections of which one is open. Its name is in the address (`#tab-name`, or `tab` in the query); a list in a
 * group opens it too. A group has a heading that is only heard: what is written in it begins with headings of the third level. Without scripts the style sheet opens the group that the address names.
 */
export function TabsSection({ section, labelId }: SectionProps<SectionOf<'tabs'>>): ReactElement | null {
  const { scope } = usePage();
  const { words } = useShow();
  const tabs = Object.entries(section.tabs).filter(([, tab]) => holds(tab.when, scope));
  const names = tabs.map(([name]) => name);
  const { chosen, open, choose, live } = useOpenTab(names);
  if (tabs.length === 0) return null;
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const next =
      event.key === 'Home'
        ? names[0]
        : event.key === 'End'
          ? names.at(-1)
          : step === 0
            ? undefined
            : names[(names.indexOf(chosen) + step + names.length) % names.length];
    if (next === undefined) return;
    event.preventDefault();
    choose(next);
    document.getElementById(`tab-to-${next}`)?.focus();
  };
  const click = (event: MouseEvent, name: string): void => {
    event.preventDefault();
    choose(name);
  };
  return (
    <div className={`tabs-section ${live ? 'tabs-section-live' : ''}`}>
      <div className="wrap">
        <div className="tabs-section-list" role="tablist" aria-labelledby={labelId} onKeyDown={onKeyDown}>
          {tabs.map(([name, tab]) => (
            <a
              key={name}
              id={`tab-to-${name}`}
              className="tabs-section-tab"
              role="tab"
              href={`#tab-${name}`}
              aria-selected={name === chosen}
              aria-controls={`tab-${name}`}
              tabIndex={!live || name === chosen ? 0 : -1}
              onClick={(event) => click(event, name)}
            >
              {words(tab.label)}
            </a>
          ))}
        </div>
      </div>
      {tabs.map(([name, tab]) => (
        <div
          key={name}
          id={`tab-${name}`}
          className="tabs-section-panel"
          role="tabpanel"
          aria-labelledby={`tab-to-${name}`}
          data-open={name === open || undefined}
        >
          <h2 className="unseen">{words(tab.label)}</h2>
          <Group sections={tab.sections} prefix={name} />
        </div>
      ))}
    </div>
  );
}

/** What is in a group: it stays as it is when another one is opened. */
const Group = memo(SectionList);

/** The name of the group that the end of an address names, or that holds what it names, such as a list. */
function groupAt(hash: string): string | undefined {
  const place = hash === '' ? null : document.getElementById(hash.slice(1));
  return place?.closest('.tabs-section-panel')?.id.replace('tab-', '');
}

/** The group that is chosen, and the one whose panel is open: the same, but for the frame that shows that a tab was pressed. */
function useOpenTab(names: readonly string[]): { chosen: string; open: string; choose: (name: string) => void; live: boolean } {
  const {
    page: { query },
  } = usePage();
  const live = useHydrated();
  const asked = names.find((name) => name === query['tab']);
  const { chosen, open, choose, show } = useChoice(asked);
  const known = names.join(' ');
  useEffect(() => {
    const read = (): void => {
      const named = groupAt(window.location.hash);
      if (named !== undefined && known.split(' ').includes(named)) show(named);
    };
    read();
    window.addEventListener('hashchange', read);
    return () => window.removeEventListener('hashchange', read);
  }, [known, show]);
  const amongThese = (named: string | undefined): string => names.find((name) => name === named) ?? names[0] ?? '';
  return {
    chosen: amongThese(chosen),
    open: amongThese(open),
    choose: (name) => choose(name, () => window.history.replaceState(window.history.state, '', `#tab-${name}`)),
    live,
  };
}
