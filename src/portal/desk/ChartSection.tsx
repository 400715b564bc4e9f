import type { ReactElement } from 'react';
import { asObject, asObjects, asText } from '../../model/json';
import { resolve } from '../../model/pointer';
import { usePage } from '../data/context';
import type { SectionOf, SectionProps } from '../ui/kindProps';
import { EmptyState } from '../ui/EmptyState';
import { useShow } from '../ui/useShow';
import { type Figures, useDrawing } from './useDrawing';
import './ChartSection.css';

/** Figures along an axis as a drawing, with the same figures in a table beside it, for who cannot see the drawing and who wants the numbers. */
export function ChartSection({ section, name, labelId }: SectionProps<SectionOf<'chart'>>): ReactElement {
  const { scope } = usePage();
  const show = useShow();
  const rows = asObjects(resolve(section.rows, scope));
  if (rows.length === 0)
    return (
      <div className="wrap">
        <EmptyState words={show.words(section.empty)} />
      </div>
    );
  const series = Object.entries(section.series).map(([field, words]) => ({
    field,
    label: show.words(words),
    numbers: rows.map((row) => Number(row[field] ?? 0)),
  }));
  const figures = { along: rows.map((row) => asText(asObject(row)[section.x])), series };
  return (
    <div className="wrap chart-section">
      <Drawing key={JSON.stringify(figures)} figures={figures} shape={section.shape ?? 'bars'} />
      <div className="chart-section-table" tabIndex={0} role="region" aria-labelledby={labelId} aria-label={labelId ? undefined : name}>
        <FigureTable figures={figures} heading={show.words(section.xLabel)} />
      </div>
    </div>
  );
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
