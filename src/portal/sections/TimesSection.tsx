import { useState, type ReactElement } from 'react';
import { writeSpan } from '../../runtime/dates';
import { usePage, useShell } from '../data/context';
import type { SectionOf, SectionProps } from '../ui/kindProps';
import { ActionButton } from '../ui/actions/ActionButton';
import { FetchFailure } from '../ui/ErrorMessage';
import { EmptyState } from '../ui/EmptyState';
import { useLoaded } from '../ui/useLoaded';
import { useShow } from '../ui/useShow';
import { useTimes } from '../custom/picker/useTimes';
import './TimesSection.css';

/** The free times of a place, to look at and to choose from (ledger BOOK-12); what was chosen leads on. */
export function TimesSection({ section: { times, opens } }: SectionProps<SectionOf<'times'>>): ReactElement {
  const { scope, showContext } = usePage();
  const { say } = useShell();
  const given = useTimes(times, scope);
  const { part: TimePicker, failed } = useLoaded(() => import('../custom/picker/TimePicker').then((module) => module.TimePicker));
  const [venueTime, setVenueTime] = useState('');
  const { target } = useShow({ picked: { venueTime } });
  const onward = venueTime === '' ? undefined : target(opens);
  if (!given) return <EmptyState />;
  if (failed)
    return (
      <div className="wrap empty-state">
        <FetchFailure />
      </div>
    );
  return (
    <div className="wrap times-section">
      <h2 className="unseen">{say('pickerTitle')}</h2>
      {TimePicker ? (
        <TimePicker {...given} value={venueTime} onPick={setVenueTime} />
      ) : (
        <div className="times-section-place" role="status" aria-label={say('loading')} />
      )}
      <div className="times-section-onward" role="status">
        {onward && (
          <>
            <p>{writeSpan(venueTime, undefined, 'moment', showContext)?.text}</p>
            <ActionButton target={onward} className="button-large" />
          </>
        )}
      </div>
    </div>
  );
}
