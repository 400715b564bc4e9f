import { drawDisc, drawFill, traceLeaf, formatNumber, drawRect, drawStroke } from './brush';
import { mixColors } from './color';
import type { Sheet } from './sheet';

/** Draws a brocade: a repeated lozenge or medallion field between border bands, with the sheen of hanging folds. */
export function drawTextile(sheet: Sheet): string {
  const { palette, random, width, height } = sheet;
  const ground = random.pick([
    palette.accent,
    mixColors(palette.near, palette.ink, 0.25),
    mixColors(palette.green, palette.ink, 0.3),
    mixColors(palette.red, palette.ink, 0.35),
  ]);
  const thread = mixColors(palette.gold, palette.paper, 0.25);
  const second = mixColors(ground, palette.paper, 0.42);
  const size = random.pick([120, 144]);
  const half = size / 2;
  const id = sheet.newId();
  const petals = (x: number, y: number, length: number, count: number) =>
    Array.from({ length: count }, (_, i) => traceLeaf(x, y, (360 / count) * i, length, length * 0.62)).join('');
  const fields = [
    () =>
      `<path d="M${half} 4L${size - 4} ${half}L${half} ${size - 4}L4 ${half}ZM${half} 18L${size - 18} ${half}L${half} ${size - 18}L18 ${half}Z" fill="none" stroke="${thread}" stroke-width="3"/>` +
      drawFill(petals(half, half, 34, 8), thread) +
      drawDisc(half, half, 8, ground) +
      drawFill(
        [
          [0, 0],
          [size, 0],
          [0, size],
          [size, size],
        ]
          .map(([x = 0, y = 0]) => petals(x, y, 26, 6))
          .join(''),
        second,
      ),
    () =>
      drawDisc(half, half, half * 0.82, mixColors(ground, palette.ink, 0.25)) +
      `<circle cx="${half}" cy="${half}" r="${half * 0.82}" fill="none" stroke="${thread}" stroke-width="3"/>` +
      drawFill(petals(half, half, half * 0.66, 8), second) +
      drawFill(petals(half, half, half * 0.42, 8), thread) +
      drawDisc(half, half, 7, palette.red) +
      drawStroke(
        [
          [0, 0],
          [size, 0],
          [0, size],
          [size, size],
        ]
          .map(([x = 0, y = 0]) => `M${x - 18} ${y}H${x + 18}M${x} ${y - 18}V${y + 18}`)
          .join(''),
        thread,
        3,
      ),
    () =>
      drawFill([45, 135, 225, 315].map((turn) => traceLeaf(half, half, turn, half * 1.414, half * 0.5)).join(''), second, 0.8) +
      drawFill(
        petals(half, half, 22, 4) +
          [
            [0, 0],
            [size, 0],
            [0, size],
            [size, size],
          ]
            .map(([x = 0, y = 0]) => petals(x, y, 22, 4))
            .join(''),
        thread,
      ) +
      `<path d="M${half} ${half - 34}L${half + 34} ${half}L${half} ${half + 34}L${half - 34} ${half}Z" fill="none" stroke="${thread}" stroke-width="2.5"/>` +
      drawFill(
        [
          [half, 0],
          [0, half],
          [size, half],
          [half, size],
        ]
          .map(([x = 0, y = 0]) => petals(x, y, 18, 6))
          .join(''),
        thread,
        0.85,
      ),
  ];
  sheet.define(
    `<pattern id="${id}" width="${size}" height="${size}" patternUnits="userSpaceOnUse" x="${formatNumber(width / 2)}" y="${formatNumber(height / 2)}">${random.pick(fields)()}</pattern>`,
  );
  const weave = sheet.newId();
  sheet.define(
    `<pattern id="${weave}" width="6" height="6" patternUnits="userSpaceOnUse"><path d="M0 0h3v3h-3ZM3 3h3v3h-3Z" fill="${palette.ink}" opacity=".12"/></pattern>`,
  );
  const fold = sheet.newId();
  sheet.define(
    `<linearGradient id="${fold}" gradientUnits="userSpaceOnUse" x1="0" y1="0" x2="${random.whole(210, 290)}" y2="${random.whole(20, 70)}" spreadMethod="reflect"><stop offset="0" stop-color="#fff" stop-opacity=".24"/><stop offset=".45" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="${palette.ink}" stop-opacity=".5"/></linearGradient>`,
  );
  const bandTall = 96;
  const step = 48;
  const band = (y: number, up: number) => {
    const zig = Array.from({ length: Math.ceil(width / step) + 1 }, (_, i) =>
      [0, 10, 20]
        .map(
          (d) =>
            `M${formatNumber(i * step - 24 + d)} ${formatNumber(y + up * 20)}a${24 - d} ${24 - d} 0 0 ${up > 0 ? 0 : 1} ${48 - d * 2} 0`,
        )
        .join(''),
    ).join('');
    return (
      drawRect(0, Math.min(y, y + up * bandTall), width, bandTall, mixColors(ground, palette.ink, 0.55)) +
      drawStroke(zig, thread, 3, 0.9) +
      drawRect(0, y + up * 62 - 5, width, 10, palette.accentSoft) +
      drawRect(0, y + up * 80 - 3, width, 5, thread) +
      drawRect(0, y + up * bandTall - 3, width, 5, thread)
    );
  };
  return (
    drawRect(0, 0, width, height, ground) +
    drawRect(0, 0, width, height, `url(#${id})`) +
    band(height, -1) +
    (height > width ? band(0, 1) : '') +
    drawRect(0, 0, width, height, `url(#${weave})`) +
    drawRect(0, 0, width, height, `url(#${fold})`)
  );
}
