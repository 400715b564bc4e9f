import type { ReactElement } from 'react';
import { evaluate } from '../../runtime/value';
import { usePage } from '../data/context';
import type { SectionOf, SectionProps } from '../ui/kindProps';
import { toPictureAddress } from '../ui/Picture';
import { QrBlock } from '../ui/QrBlock';
import { Facts } from '../ui/Words';
import { useShow } from '../ui/useShow';
import { Wording } from '../ui/OriginalMark';
import './TextSection.css';

/** Plain words, a paragraph for each line, and facts below them; or words below a picture or a QR code. */
export function TextSection({ section }: SectionProps<SectionOf<'text'>>): ReactElement | null {
  const shows = useShow();
  const words = shows.words(section.text);
  const facts = shows.all(section.fields);
  const { scope } = usePage();
  const image = toPictureAddress(evaluate(section.image, scope));
  const code = evaluate(section.qr, scope);
  if (image !== undefined || typeof code === 'string')
    return <QrBlock image={image} code={typeof code === 'string' ? code : ''} words={words} />;
  if (words === '' && facts.length === 0) return null;
  return (
    <div className="wrap text-section-prose">
      {words
        .split(/\n+/)
        .filter((line) => line.trim() !== '')
        .map((line, index) => (
          <p key={index}>
            <Wording text={line} />
          </p>
        ))}
      <Facts facts={facts} />
    </div>
  );
}
