import type { NameKind } from './kinds';
import { createSteps, type Ink, type Steps } from './shapeStyles';

/** How a kind of name is written. `rank`: of two names in one place the lower stays. */
export interface NameStyle {
  from: number;
  to: number;
  rank: number;
  size: Steps;
  ink: Ink;
  bold?: boolean;
  spaced?: number;
  dot?: boolean;
  italic?: boolean;
}

const text = (size: number): Steps => createSteps({ 0: size });

/** Which names are there from which zoom on. */
export const nameStyles: Readonly<Record<NameKind, NameStyle>> = {
  home: { from: 8, to: 13, rank: 0, size: createSteps({ 8: 15, 12: 20 }), ink: 'name', bold: true, spaced: 3 },
  capital: { from: 4, to: 12, rank: 1, size: createSteps({ 5: 13, 9: 16 }), ink: 'name', bold: true, dot: true },
  province: { from: 4, to: 7.5, rank: 2, size: createSteps({ 4: 12, 7: 16 }), ink: 'name-quiet', spaced: 6 },
  sea: { from: 4, to: 10, rank: 2, size: createSteps({ 4: 13, 8: 17 }), ink: 'name-water', spaced: 8, italic: true },
  city: { from: 6, to: 12, rank: 3, size: createSteps({ 6: 12, 9: 15 }), ink: 'name', dot: true },
  island: { from: 4, to: 12, rank: 4, size: text(12), ink: 'name-water' },
  county: { from: 9, to: 14, rank: 3, size: createSteps({ 9: 13, 12: 16 }), ink: 'name', bold: true, spaced: 1 },
  district: { from: 10.5, to: 15, rank: 3, size: createSteps({ 10: 13, 13: 17 }), ink: 'name-quiet', spaced: 5 },
  town: { from: 7, to: 12, rank: 5, size: createSteps({ 7: 12, 10: 14 }), ink: 'name', dot: true },
  station: { from: 12, to: 19, rank: 4, size: text(13), ink: 'name', dot: true },
  river: { from: 6, to: 11, rank: 6, size: createSteps({ 6: 12, 10: 14 }), ink: 'name-water', italic: true, spaced: 3 },
  lake: { from: 7, to: 11.5, rank: 6, size: text(12), ink: 'name-water', italic: true },
  peak: { from: 5, to: 8.5, rank: 7, size: text(12), ink: 'name-green', spaced: 5 },
  stream: { from: 10.5, to: 19, rank: 5, size: createSteps({ 11: 13, 15: 16 }), ink: 'name-water', italic: true, spaced: 6 },
  village: { from: 11.5, to: 16, rank: 6, size: text(13), ink: 'name-quiet' },
  area: { from: 12, to: 19, rank: 7, size: text(13), ink: 'name-green' },
  place: { from: 13, to: 19, rank: 7, size: text(12), ink: 'name-quiet' },
  way: { from: 13, to: 19, rank: 8, size: createSteps({ 13: 11, 16: 13 }), ink: 'name-quiet', spaced: 4 },
};
