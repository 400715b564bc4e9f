import { useEffect, useRef, type RefObject } from 'react';
import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';

/** The height of a drawing in pixels. */
const height = 260;
const narrowest = 200;

/** What is drawn: words along the axis, and for each series what it is called and its number at each of them. */
export interface Figures {
  along: readonly string[];
  series: readonly { field: string; label: string; numbers: readonly number[] }[];
}

/** Draws figures by uPlot into the element that the result is given to, as wide as that is. */
export function useDrawing(figures: Figures, shape: 'line' | 'bars'): RefObject<HTMLDivElement> {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = place.current;
    if (!element) return undefined;
    const width = (): number => Math.max(element.clientWidth, narrowest);
    const numbers = [figures.along.map((_, index) => index), ...figures.series.map((one) => [...one.numbers])] as UPlot.AlignedData;
    const plot = new UPlot(buildOptions(figures, shape, width(), getComputedStyle(element)), numbers, element);
    const watch = new ResizeObserver(() => plot.setSize({ width: width(), height }));
    watch.observe(element);
    return () => {
      watch.disconnect();
      plot.destroy();
    };
  }, [figures, shape]);
  return place;
}

function buildOptions({ along, series }: Figures, shape: 'line' | 'bars', width: number, style: CSSStyleDeclaration): UPlot.Options {
  const colour = (name: string): string => style.getPropertyValue(name).trim();
  const colours = [colour('--color-words'), colour('--ink-2'), colour('--color-line')];
  const [ink, line] = [colour('--ink-3'), colour('--line')];
  const axis = { stroke: ink, font: `12px ${style.fontFamily}`, ticks: { stroke: line }, grid: { stroke: line, width: 1 } };
  const wholeNumbers = (_: UPlot, values: (number | null)[]): string[] =>
    values.map((value) => (value !== null && Number.isInteger(value) ? value.toLocaleString('zh-CN') : ''));
  return {
    width,
    height,
    legend: { show: false },
    cursor: { show: false },
    scales: { x: { time: false, range: [-0.6, along.length - 0.4] }, y: { range: (_plot, _least, most) => [0, Math.max(1, most) * 1.1] } },
    axes: [
      {
        ...axis,
        grid: { show: false },
        space: 72,
        values: (_, values) => values.map((value) => (Number.isInteger(value) ? (along[value] ?? '') : '')),
      },
      { ...axis, size: 56, values: wholeNumbers },
    ],
    series: [
      {},
      ...series.map(({ label }, index): UPlot.Series => {
        const stroke = colours[index % colours.length];
        const paths = shape === 'bars' ? UPlot.paths.bars?.({ size: [0.7, 48] }) : undefined;
        return {
          label,
          stroke,
          width: shape === 'bars' ? 0 : 2,
          fill: shape === 'bars' ? stroke : undefined,
          points: { show: false },
          paths,
        };
      }),
    ],
  };
}
