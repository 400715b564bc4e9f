import { useEffect, useRef, useState, type ReactElement } from 'react';
import { evaluate } from '../../../runtime/value';
import { usePage, useShell } from '../../data/context';
import type { SectionOf, SectionProps } from '../../ui/kindProps';
import { useHydrated } from '../../data/hydration';
import { Icon } from '../../ui/icons';
import { toPictureAddress } from '../../ui/Picture';
import { useLoaded } from '../../ui/useLoaded';
import { useShow } from '../../ui/useShow';
import { describePageItem } from '../../ui/toggles/describeItem';
import { ChapterList } from './ChapterList';
import type { Lack } from './media';
import type { PlayerProps } from './Player';
import './player.css';
import { Preview } from './Preview';
import { useOffer } from './useOffer';

/** Shared texts that say why nothing is played, unless the section has words of its own (ledger LIVE-05, LIVE-06, CONV-27). */
const usualWords = { waiting: 'liveWaiting', failed: 'videoUnplayable', missing: 'videoUnplayable', ended: 'liveEnded' } as const;

/** A live stream or a film behind its picture, and chapters to choose from. */
export function PlayerSection({ section, labelId }: SectionProps<SectionOf<'player'>>): ReactElement {
  const { shell, say } = useShell();
  const page = usePage();
  const { words } = useShow();
  const { offer, captions, chapters, chosen, choose } = useOffer(section);
  // Each choice is a picture to press anew (ledger COURSE-07), even of the same chapter.
  const [choices, setChoices] = useState(0);
  const told = (name: keyof typeof usualWords): string => words(section.messages?.[name]) || say(usualWords[name]);
  const title = chapters[chosen]?.title || words(section.title) || describePageItem(shell, page).title;
  const poster = toPictureAddress(evaluate(section.poster, page.scope));
  const onChoose = (index: number): void => {
    choose(index);
    setChoices(choices + 1);
  };
  return (
    <div className={`wrap player ${chapters.length > 0 ? 'player-chaptered' : ''}`.trimEnd()}>
      <div className="player-frame">
        {offer.kind === 'nothing' ? (
          <Cover poster={poster} words={told(offer.lack)} />
        ) : (
          <Screen key={`${choices} ${offer.address}`} film={{ media: offer, poster, captions, title }} told={told} />
        )}
      </div>
      {section.preview && <Preview preview={section.preview} />}
      {chapters.length > 0 && (
        <ChapterList
          label={words(section.chapters?.label) || say('playerChapters')}
          labelId={labelId}
          chapters={chapters}
          chosen={chosen}
          onChoose={onChoose}
        />
      )}
    </div>
  );
}

interface ScreenProps {
  film: Omit<PlayerProps, 'told' | 'onEnd' | 'onFail'>;
  told: (name: Lack | 'ended') => string;
}

/** A picture that is pressed to play, and what plays in its place; at the end, and when a film fails, the picture is back (ledger COURSE-08). */
function Screen({ film, told }: ScreenProps): ReactElement {
  const { media, poster, captions, title } = film;
  const { say } = useShell();
  const live = useHydrated();
  const [wanted, setWanted] = useState(false);
  const [on, setOn] = useState(false);
  const [words, setWords] = useState('');
  const { part: Player, failed, retry } = useLoaded(() => import('./Player').then((module) => module.Player), wanted);
  const start = useRef<HTMLButtonElement>(null);
  const closed = useRef(false);
  const close = (why: string): void => {
    closed.current = true;
    setOn(false);
    setWords(why);
  };
  // The focus was on something of the player that is gone.
  useEffect(() => {
    if (closed.current && !on && document.activeElement === document.body) start.current?.focus({ preventScroll: true });
  }, [on]);
  const press = (): void => {
    setWanted(true);
    setOn(true);
    setWords('');
    if (failed) retry();
  };
  const onEnd = (): void => close(media.kind === 'stream' ? told('ended') : '');
  if (on && Player) return <Player {...film} told={told} onEnd={onEnd} onFail={() => close(told('failed'))} />;
  const waiting = on && !failed;
  return (
    <>
      <Cover poster={poster} words={on && failed ? say('notFetched') : words}>
        <button
          ref={start}
          type="button"
          className="player-start"
          disabled={!live}
          aria-busy={waiting || undefined}
          aria-label={say('playerStart', { title })}
          onPointerEnter={() => setWanted(true)}
          onFocus={() => setWanted(true)}
          onClick={press}
        >
          {waiting ? <span className="player-spinner" /> : <Icon name="play" />}
        </button>
      </Cover>
      <noscript>
        <video className="player-plain" src={media.address} poster={poster} controls preload="none">
          {captions !== undefined && <track kind="captions" src={captions} srcLang="zh-CN" label={say('playerCaptions')} />}
        </video>
      </noscript>
    </>
  );
}

function Cover({ poster, words, children }: { poster: string | undefined; words: string; children?: ReactElement }): ReactElement {
  return (
    <>
      {poster !== undefined && <img className="player-cover" src={poster} alt="" width={1280} height={720} decoding="async" />}
      {children}
      <p className="player-words" role="status" data-empty={words === '' || undefined}>
        {words}
      </p>
    </>
  );
}
