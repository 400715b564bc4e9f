import type { ReactElement } from 'react';
import type { Card, TodayList } from '../../model/definitions.g';
import { findOpeningState } from '../../runtime/opening';
import { getStartOfDay } from '../../runtime/time';
import { pickToday, type TodayEntry } from '../../runtime/today';
import { Badge, CardLink } from '../cards/parts';
import { useCard } from '../cards/useCard';
import { usePage, useShell } from '../data/context';
import { longestWait, useMoment } from '../data/useMoment';
import { ActionButton } from '../ui/actions/ActionButton';
import { TargetLink } from '../ui/actions/TargetLink';
import { Icon } from '../ui/icons';
import type { SectionOf, SectionProps } from '../ui/kindProps';
import { useShow } from '../ui/useShow';
import { Facts, Inline } from '../ui/Words';
import { OpeningWords } from './OpeningWords';
import { writeWhen } from './todayWording';
import './TodaySection.css';

/** Whether the institution is open today, what is on now and next, and what a visitor can do. */
export function TodaySection({ section, name }: SectionProps<SectionOf<'today'>>): ReactElement {
  const {
    page: { opening, now, cards },
    scope,
    showContext,
  } = usePage();
  const { say } = useShell();
  const shows = useShow();
  const findNext = (moment: number): number =>
    opening ? findOpeningState(opening, moment).changesAt : getStartOfDay(moment) + longestWait;
  const moment = useMoment(now, findNext);
  const entries = pickToday(section, scope, moment);
  const [more, actions] = [shows.target(section.more), shows.targets(section.actions)];
  const empty = shows.words(section.empty);
  return (
    <div className="wrap today-section">
      <div className="today-section-start">
        <h2 id={`${name}-label`} className="today-section-title">
          {shows.words(section.label) || say('todayTitle')}
        </h2>
        {opening && <OpeningWords state={findOpeningState(opening, moment)} now={moment} />}
        <Facts facts={shows.all(section.fields)} className="today-section-facts" />
        {actions.length > 0 && (
          <div className="today-section-actions">
            {actions.map(([action, target]) => (
              <ActionButton key={action} target={target} />
            ))}
          </div>
        )}
      </div>
      {(entries.length > 0 || empty !== '') && (
        <div className="today-section-on">
          {entries.length === 0 ? (
            <p className="quiet">{empty}</p>
          ) : (
            <ul className="today-section-entries">
              {entries.map((entry) => {
                const list = section.lists?.[entry.list];
                const card = list && cards[list.card];
                return card ? (
                  <Entry
                    key={`${entry.list}-${String(entry.row['id'])}`}
                    entry={entry}
                    list={list}
                    card={card}
                    when={writeWhen(say, entry, { ...showContext, now: moment })}
                  />
                ) : null;
              })}
            </ul>
          )}
          {more?.href !== undefined && (
            <TargetLink target={more} className="today-section-more">
              {more.label || say('more')}
              <Icon name="arrow" />
            </TargetLink>
          )}
        </div>
      )}
    </div>
  );
}

/** Something that is on: when, what and where, and what can be done. */
function Entry({
  entry: { row, standing },
  list,
  card,
  when,
}: {
  entry: TodayEntry;
  list: TodayList;
  card: Card;
  when: string;
}): ReactElement {
  const view = useCard({ card, row, index: 1, lazy: true, level: 3 });
  const shows = useShow(view.extra);
  const place = shows.one(list.place);
  const badge = list.badge === undefined ? view.badge : shows.one(list.badge);
  return (
    <li className={`today-section-entry ${standing === 'now' ? 'today-section-entry-now' : ''}`.trimEnd()}>
      <p className="today-section-name">
        <CardLink view={view} />
      </p>
      <p className="today-section-when">
        <span>{when}</span>
        {place && <Inline shown={place} />}
      </p>
      {badge ? (
        <Badge shown={badge} inLine />
      ) : (
        view.actions.slice(0, 1).map(([action, target]) => <ActionButton key={action} target={target} className="button-small" />)
      )}
    </li>
  );
}
