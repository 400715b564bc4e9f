import { useRef, type ReactElement } from 'react';
import { useShell } from '../data/context';
import { useHydrated } from '../data/hydration';
import type { SectionOf, SectionProps } from '../ui/kindProps';
import { Inline, Facts } from '../ui/Words';
import { useQrPicture } from '../ui/useQrPicture';
import { useShow } from '../ui/useShow';
import './CertificateSection.css';

/** Pixels across in which the code is drawn: on paper they are smaller than on a screen. */
const drawnSize = 480;
const shownSize = 120;
/** The code is drawn wherever it stands: what is printed was not scrolled to. */
const anywhere = '100000px';

/** A sheet to be printed by itself: what it is, whose, what it attests, its number, and at its foot who gives it and how it is checked. */
export function CertificateSection({ section, name }: SectionProps<SectionOf<'certificate'>>): ReactElement {
  const shows = useShow();
  const {
    shell: { site },
  } = useShell();
  const live = useHydrated();
  const [holder, number, date] = [shows.one(section.holder), shows.one(section.number), shows.one(section.date)];
  const [issuer, print] = [shows.words(section.issuer), shows.words(section.print)];
  const titleId = `certificate-${name}`;
  return (
    <div className="wrap certificate-section">
      {print !== '' && (
        <p className="certificate-section-tools">
          <button type="button" className="button button-primary" disabled={!live} onClick={() => window.print()}>
            {print}
          </button>
        </p>
      )}
      <article className="certificate-section-sheet" aria-labelledby={titleId}>
        <div className="certificate-section-frame">
          {site.logo !== '' && <img className="certificate-section-logo" src={site.logo} alt="" width={64} height={64} />}
          <h2 id={titleId} className="certificate-section-title">
            {shows.words(section.title)}
          </h2>
          {number && (
            <p className="certificate-section-number">
              <Inline shown={number} />
            </p>
          )}
          {holder && (
            <p className="certificate-section-holder">
              <Inline shown={holder} />
            </p>
          )}
          {shows
            .words(section.text)
            .split(/\n+/)
            .filter((line) => line.trim() !== '')
            .map((line, index) => (
              <p key={index} className="certificate-section-text">
                {line}
              </p>
            ))}
          <Facts facts={shows.all(section.fields)} className="facts certificate-section-facts" />
          <div className="certificate-section-foot">
            <Check section={section} />
            <p className="certificate-section-issuer">
              {issuer !== '' && <span>{issuer}</span>}
              {date && <Inline shown={date} />}
            </p>
          </div>
        </div>
      </article>
    </div>
  );
}

/** The address of the page that checks it, as a QR code and a link. */
function Check({ section }: { section: SectionOf<'certificate'> }): ReactElement {
  const { say, localize } = useShell();
  const target = useShow().target(section.check);
  const place = useRef<HTMLParagraphElement>(null);
  const drawn = useQrPicture(target?.href ?? '', drawnSize, place, anywhere);
  const label = target?.label ?? '';
  return (
    <p ref={place} className="certificate-section-check">
      {target?.href !== undefined && (
        <a href={localize(target.href)}>
          <span className="certificate-section-code">
            {drawn !== undefined && <img src={drawn} width={shownSize} height={shownSize} alt={say('qrOf', { title: label })} />}
          </span>
          <span>{label}</span>
        </a>
      )}
    </p>
  );
}
