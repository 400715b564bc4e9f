import { expect, it } from 'vitest';
import type { Section } from '../../../src/model/definitions.g';
import { hasNothing } from '../../../src/portal/ui/hasNothing';

const shows = { all: () => [], targets: () => [], words: () => '' };
const gallery: Section = { section: 'gallery', images: '/item/steps', image: '/entry/image' };
const carousel: Section = { section: 'carousel', images: '/item/steps', image: '/entry/image' };

it.each<[string, unknown, boolean]>([
  ['no entries', [], true],
  ['entries without a picture', [{ text: 'wash' }, { text: 'cook', image: '' }], true],
  ['an entry with one', [{ text: 'wash' }, { text: 'cook', image: '/pictures/bowl/a.svg' }], false],
])('pictures of %s', (_what, steps, nothing) => {
  const scope = { item: { steps } } as Parameters<typeof hasNothing>[2];
  expect([gallery, carousel].map((section) => hasNothing(section, shows, scope, {}))).toEqual([nothing, nothing]);
});
