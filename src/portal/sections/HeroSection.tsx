import type { ReactElement } from 'react';
import type { Slide } from '../../model/definitions.g';
import { evaluate } from '../../runtime/value';
import { usePage, useShell } from '../data/context';
import type { SectionOf, SectionProps } from '../ui/kindProps';
import { TargetLink } from '../ui/actions/TargetLink';
import { findDrawnPicture } from '../ui/drawnPicture';
import { toPictureAddress, toWidths } from '../ui/Picture';
import { useShow } from '../ui/useShow';
import { Dots } from '../ui/slides/SlideControls';
import { useSlides } from '../ui/slides/useSlides';
import { Icon } from '../ui/icons';
import { Wording } from '../ui/OriginalMark';
import './HeroSection.css';

/** Milliseconds between changes; slower than a small carousel, for there are words to read. */
const usualInterval = 6000;

/** What a hero shows before anybody wrote any slides. */
const welcome: Readonly<Record<string, Slide>> = { welcome: { title: '/site/title', text: '/site/slogan' } };

/** Large pictures at the top of a page, with a title on each, that change by themselves. */
export function HeroSection({ section }: SectionProps<SectionOf<'hero'>>): ReactElement {
  const { say } = useShell();
  const entries = Object.entries(section.slides ?? welcome);
  const slides = useSlides(entries.length, section.interval ?? usualInterval);
  const several = entries.length > 1;
  return (
    <div
      className={`hero-section hero-section-${section.height ?? 'normal'}`}
      role="group"
      aria-roledescription={say('carousel')}
      aria-label={say('pictures')}
      {...slides.handlers}
    >
      {entries.map(([name, slide], index) => (
        <HeroSlide key={name} slide={slide} on={index === slides.index} wanted={slides.wanted(index)} first={index === 0} />
      ))}
      {several && (
        <div className="wrap hero-section-controls">
          <Dots slides={slides} count={entries.length} moving />
        </div>
      )}
    </div>
  );
}

function HeroSlide({ slide, on, wanted, first }: { slide: Slide; on: boolean; wanted: boolean; first: boolean }): ReactElement {
  const { scope } = usePage();
  const { say } = useShell();
  const shows = useShow();
  const { shell } = useShell();
  const src = toPictureAddress(evaluate(slide.image, scope)) ?? findDrawnPicture(shell.theme.motif, shell.site.title);
  const title = shows.words(slide.title);
  const text = shows.words(slide.text);
  const opens = shows.target(slide.opens);
  return (
    <div className="hero-section-slide" data-on={on || undefined} aria-hidden={!on}>
      {wanted && src !== undefined && (
        <img
          className="hero-section-picture"
          {...toWidths(src, '100vw', !first)}
          src={src}
          alt=""
          width={1600}
          height={800}
          loading={first ? 'eager' : 'lazy'}
          decoding="async"
        />
      )}
      <div className="wrap hero-section-words">
        {title !== '' && (
          <h2 className="hero-section-title">
            <Wording text={title} />
          </h2>
        )}
        {text !== '' && (
          <p className="hero-section-text">
            <Wording text={text} />
          </p>
        )}
        {on && opens?.href !== undefined && (
          <TargetLink target={opens} className="hero-section-link">
            <span>{opens.label || say('learnMore')}</span>
            <Icon name="arrow" />
          </TargetLink>
        )}
      </div>
    </div>
  );
}
