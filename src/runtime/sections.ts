import type { CarouselSection, GallerySection, MapSection, Page, Section, Sections } from '../model/definitions.g';

/** Returns all sections of a page, those within groups, tabs and dialogs too. */
export function collectSections(page: Page): Section[] {
  const main =
    page.kind === 'list' || page.kind === 'form'
      ? [page.above, page.aside, ...(page.kind === 'list' ? [page.featured, page.nothing] : [])]
      : [page.sections, page.aside, page.kind === 'detail' ? page.below : undefined];
  return main.flatMap(collectWithin);
}

/** Returns the names of the forms that stand on a page itself, not those in dialogs. */
export function listPlacedForms(page: Page): string[] {
  const within = collectSections(page).flatMap((section) => (section.section === 'form' ? [section.form] : []));
  return [...(page.kind === 'form' ? page.forms : []), ...within];
}

/** Returns the maps of a page. */
export function findMapSections(page: Page): MapSection[] {
  return collectSections(page).filter((section): section is MapSection => section.section === 'map');
}

/** Returns the sections of a page that show the entries of a list as pictures. */
export function findPictureSections(page: Page): (CarouselSection | GallerySection)[] {
  return collectSections(page).filter(
    (section): section is CarouselSection | GallerySection => section.section === 'carousel' || section.section === 'gallery',
  );
}

function collectWithin(sections: Sections | undefined): Section[] {
  return Object.values(sections ?? {}).flatMap((section) => [section, ...collectInner(section)]);
}

function collectInner(section: Section): Section[] {
  if (section.section === 'group' || section.section === 'dialog') return collectWithin(section.sections);
  return section.section === 'tabs' ? Object.values(section.tabs).flatMap((tab) => collectWithin(tab.sections)) : [];
}
