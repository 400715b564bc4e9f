import type { ReactElement } from 'react';
import type { Display } from '../../model/definitions.g';
import { asObjects } from '../../model/json';
import { resolve } from '../../model/pointer';
import { formatDisplay } from '../../runtime/display';
import type { Scope } from '../../runtime/roots';
import { evaluate } from '../../runtime/value';
import { usePage } from '../data/context';
import type { SectionOf, SectionProps } from '../ui/kindProps';
import { TargetLink } from '../ui/actions/TargetLink';
import { useShow } from '../ui/useShow';
import { type Figures, useDrawing } from './useDrawing';
import './ChartSection.css';

/** Figures along an axis as a drawing, with the same figures in a table beside it, for who cannot see the drawing and who wants the numbers. */
export function ChartSection({ section, name, labelId }: SectionProps<SectionOf<'chart'>>): ReactElement {
  const { scope, showContext } = usePage();
  const show = useShow();
  const rows = asObjects(resolve(section.rows, scope));
  if (rows.length === 0)
    return (
      <div className="wrap">
        <p className="chart-section-empty">{show.words(section.empty)}</p>
      </div>
    );
  const series = Object.entries(section.series).map(([field, display]) => ({
    field,
    label: typeof display === 'object' ? show.words(display.label) : field,
    numbers: rows.map((row) => readNumber(display, { ...scope, row })),
  }));
  const more = show.target(section.more);
  const figures = { along: rows.map((row) => formatDisplay(section.x, { ...scope, row }, showContext)?.text ?? ''), series };
  return (
    <div className="wrap chart-section">
      <Drawing key={JSON.stringify(figures)} figures={figures} shape={section.shape ?? 'bars'} />
      <div className="chart-section-table" tabIndex={0} role="group" aria-labelledby={labelId} aria-label={labelId ? undefined : name}>
        <FigureTable figures={figures} heading={show.words(section.xLabel)} />
      </div>
      {more && (
        <p className="chart-section-more">
          <TargetLink target={more} className="quiet-link">
            {more.label}
          </TargetLink>
        </p>
      )}
    </div>
  );
}

/** A value that is no number counts as none. */
function readNumber(display: Display, scope: Scope): number {
  const value = Number(evaluate(typeof display === 'string' ? display : display.value, scope) ?? 0);
  return Number.isFinite(value) ? value : 0;
}

function Drawing({ figures, shape }: { figures: Figures; shape: 'line' | 'bars' }): ReactElement {
  const place = useDrawing(figures, shape);
  return (
    <div className="chart-section-drawing" aria-hidden="true">
      <div ref={place} />
      {figures.series.length > 1 && (
        <ul className="chart-section-legend">
          {figures.series.map(({ field, label }, index) => (
            <li key={field} className={`chart-section-key chart-section-key-${index % 3}`}>
              {label}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function FigureTable({ figures: { along, series }, heading }: { figures: Figures; heading: string }): ReactElement {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{heading}</th>
          {series.map(({ field, label }) => (
            <th key={field} scope="col" className="chart-section-number">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {along.map((at, index) => (
          <tr key={`${index} ${at}`}>
            <th scope="row">{at}</th>
            {series.map(({ field, numbers }) => (
              <td key={field} className="chart-section-number">
                {(numbers[index] ?? 0).toLocaleString('zh-CN')}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
