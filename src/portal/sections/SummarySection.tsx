import type { ReactElement } from 'react';
import { evaluate } from '../../runtime/value';
import { usePage, useShell } from '../data/context';
import type { SectionOf, SectionProps } from '../ui/kindProps';
import { ActionButton } from '../ui/actions/ActionButton';
import { findDrawnPicture } from '../ui/drawnPicture';
import { Picture, toPictureAddress } from '../ui/Picture';
import { Facts, Inline, Tags, Words, toToneClass } from '../ui/Words';
import { useShow } from '../ui/useShow';
import { Carousel } from '../ui/slides/Carousel';
import { Gallery } from '../ui/slides/Gallery';
import { readPictures } from '../ui/readPictures';
import { OriginalMark, Wording } from '../ui/OriginalMark';
import './SummarySection.css';

/** The top of a detail page: pictures on one side, facts and actions on the other. */
export function SummarySection({ section }: SectionProps<SectionOf<'summary'>>): ReactElement {
  const shows = useShow();
  const title = shows.one(section.title);
  const subtitle = shows.one(section.subtitle);
  const badge = shows.one(section.badge);
  const tags = shows.one(section.tags);
  const price = shows.one(section.price);
  const text = shows.one(section.text);
  const counters = shows.all(section.counters);
  const actions = shows.targets(section.actions);
  const pictures = <SummaryPictures section={section} alt={title?.text ?? ''} />;
  const pictured = section.image !== undefined || section.images !== undefined;
  return (
    <div className={`wrap summary-section ${pictured ? '' : 'summary-section-bare'}`}>
      {pictured && <div className="summary-section-pictures">{pictures}</div>}
      <div className="summary-section-facts">
        {(badge || tags) && (
          <p className="summary-section-marks">
            {badge && (
              <span className={`badge badge-line ${toToneClass(badge)}`}>
                <Wording text={badge.text} />
              </span>
            )}
            {tags && <Tags tags={tags.tags ?? [tags.text]} />}
          </p>
        )}
        {title && (
          <h1 className="summary-section-title">
            <Words shown={title} />
            <OriginalMark of={title.text} />
          </h1>
        )}
        {subtitle && (
          <div className="summary-section-subtitle">
            <Words shown={subtitle} />
          </div>
        )}
        {price && (
          <p className={`summary-section-price price ${toToneClass(price)}`}>
            <Inline shown={price} />
          </p>
        )}
        <Facts facts={shows.all(section.fields)} />
        {text && (
          <div className="summary-section-text">
            <Words shown={text} />
          </div>
        )}
        {counters.length > 0 && (
          <p className="counters">
            {counters.map(([name, shown]) => (
              <Inline key={name} shown={shown} />
            ))}
          </p>
        )}
        {actions.length > 0 && (
          <div className="summary-section-actions">
            {actions.map(([name, target]) => (
              <ActionButton key={name} target={target} className="button-large" />
            ))}
          </div>
        )}
      </div>
    </div>
  );
}

function SummaryPictures({ section, alt }: { section: SectionOf<'summary'>; alt: string }): ReactElement {
  const { scope } = usePage();
  const { shell } = useShell();
  const ratio = section.ratio ?? '4:3';
  const several = readPictures(section.images, undefined, scope).map(({ src }) => src);
  const single = toPictureAddress(evaluate(section.image, scope));
  const sources = several.length > 0 ? several : single === undefined ? [] : [single];
  if (sources.length > 1 && section.carousel !== undefined)
    return <Carousel slides={sources.map((src) => ({ src }))} ratio={ratio} interval={section.carousel} alt={alt} />;
  if (sources.length > 1) return <Gallery sources={sources} ratio={ratio} alt={alt} />;
  const drawn = findDrawnPicture(shell.theme.motif, 'summary');
  return (
    <Picture src={sources[0] ?? drawn} fallback={drawn} alt={alt} ratio={ratio} lazy={false} sizes="(min-width: 768px) 600px, 100vw" />
  );
}
