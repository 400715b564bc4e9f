import type { Section } from './definitions.g';

/** The kinds of sections that pages of the desk alone can have: visitors' browsers have no component of them, and load no byte of one. */
export const deskSections = ['chart', 'settings', 'import', 'weekCalendar', 'scanner'] as const satisfies readonly Section['section'][];
export type DeskSection = (typeof deskSections)[number];
