// @vitest-environment jsdom
import { act } from 'react-dom/test-utils';
import { afterEach, expect, test } from 'vitest';
import { Carousel } from '../../../src/portal/ui/slides/Carousel';
import { CarouselSection } from '../../../src/portal/sections/CarouselSection';
import { GallerySection } from '../../../src/portal/sections/GallerySection';
import { mendPictures } from '../../../src/portal/ui/mendPictures';
import { Picture } from '../../../src/portal/ui/Picture';
import { PictureButton } from '../../../src/portal/ui/actions/PictureButton';
import { listPayload } from '../payloads';
import { htmlOfPart, hydratePart, type Taken } from '../rendered';

let taken: Taken | undefined;
afterEach(() => {
  taken?.close();
  taken = undefined;
});

const rows = [
  { id: '1', image: '/pictures/a.svg', title: '甲馆' },
  { id: '2', image: '/pictures/b.svg', title: '乙馆' },
];
const payload = () => listPayload({ data: { loads: { featured: { ok: true, rows, total: 2 } } } });

test('[DPAV-07] the picture of a button stands beside it, and Escape puts it away until the pointer or the focus comes again', async () => {
  taken = await hydratePart(
    payload(),
    <PictureButton src="/pictures/plan.svg" label="附图" className="button">
      查看
    </PictureButton>,
  );
  const popup = taken.container.querySelector('.picture-button');
  const button = popup?.querySelector('button');
  expect([
    button?.textContent,
    popup?.querySelector('.picture-button-panel img')?.getAttribute('src'),
    popup?.querySelector('img')?.getAttribute('alt'),
  ]).toEqual(['查看', '/pictures/plan.svg', '附图']);
  const away = (): boolean => popup?.hasAttribute('data-away') === true;
  expect(away()).toBe(false);
  act(() => {
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
  });
  expect(away()).toBe(true);
  act(() => button?.focus());
  expect(away()).toBe(false);
});

test('[DPAV-02] the entries of a list are pictures with their words, each the link to what it opens', async () => {
  taken = await hydratePart(
    payload(),
    <CarouselSection
      section={{
        section: 'carousel',
        images: '/featured/rows',
        image: '/entry/image',
        caption: '/entry/title',
        opens: { to: '/hall{?id}', with: { id: '/entry/id' } },
      }}
      name="featured"
    />,
  );
  const shown = (): (string | null | undefined)[] => {
    const slide = document.querySelector('.slides-slide[data-on]');
    return [slide?.querySelector('a')?.getAttribute('href'), slide?.textContent, slide?.querySelector('img')?.getAttribute('alt')];
  };
  expect(shown()).toEqual(['/hall?id=1', '甲馆', '']);
  act(() => {
    document.querySelector<HTMLElement>('.slides-turn-forward')?.click();
  });
  expect(shown()).toEqual(['/hall?id=2', '乙馆', '']);
  expect(document.querySelectorAll('.slides-slide a')).toHaveLength(1);
});

test('without scripts every picture of a carousel is there with its words and its link', () => {
  const html = htmlOfPart(
    payload(),
    <CarouselSection
      section={{
        section: 'carousel',
        images: '/featured/rows',
        image: '/entry/image',
        caption: '/entry/title',
        opens: { to: '/hall{?id}', with: { id: '/entry/id' } },
      }}
      name="featured"
    />,
  );
  expect(/<noscript>.*<\/noscript>/.exec(html)?.[0]).toMatch(/href="\/hall\?id=2".*\/pictures\/b\.svg.*乙馆/);
});

test('pictures without words are told by their number', () => {
  expect(htmlOfPart(payload(), <Carousel slides={[{ src: '/pictures/a.svg' }]} ratio="16:9" alt="馆" />)).toContain('alt="馆 1"');
});

test('each picture of a gallery has its own words', async () => {
  taken = await hydratePart(
    payload(),
    <GallerySection
      section={{ section: 'gallery', images: '/featured/rows', image: '/entry/image', caption: '/entry/title' }}
      name="pictures"
    />,
  );
  const caption = (): string | null | undefined => document.querySelector('figcaption')?.textContent;
  expect(caption()).toBe('甲馆');
  act(() => {
    document.querySelector<HTMLElement>('.slides-turn-forward')?.click();
  });
  expect(caption()).toBe('乙馆');
});

const uploaded = `/files/${'a'.repeat(22)}`;

test.each([
  [`${uploaded}.jpg`, true],
  [`${uploaded}.gif`, true],
  [`${uploaded}.mp4`, false],
  ['/pictures/a.svg', false],
  [`https://other.example${uploaded}.jpg`, false],
  ['/files/a.jpg', false],
])('%s can be had in several widths: %s', (src, several) => {
  const html = htmlOfPart(payload(), <Picture src={src} alt="" sizes="160px" />);
  const widths = [320, 640, 1280, 1920].map((width) => `${uploaded}-${width}.webp ${width}w`).join(', ');
  if (several) expect(html).toContain(`srcSet="${widths}" sizes="auto, 160px" src="${src}"`);
  else expect(html).not.toContain('srcSet');
});

test('a picture that cannot be had in several widths is asked for in its own, then shows what stands for it', async () => {
  taken = await hydratePart(payload(), <Picture src={`${uploaded}.jpg`} fallback="/pictures/a.svg" alt="" />);
  mendPictures(document);
  const picture = taken.container.querySelector('img');
  const fail = (): unknown => picture?.dispatchEvent(new Event('error'));
  fail();
  expect([picture?.hasAttribute('srcset'), picture?.getAttribute('src')]).toEqual([false, `${uploaded}.jpg`]);
  fail();
  expect(picture?.getAttribute('src')).toBe('/pictures/a.svg');
  fail();
  expect(picture?.dataset['broken']).toBe('');
});
