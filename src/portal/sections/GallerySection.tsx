import { useState, type ReactElement } from 'react';
import type { Condition, Zoom } from '../../model/definitions.g';
import type { Json } from '../../model/json';
import { holds } from '../../runtime/condition';
import { formatDisplay } from '../../runtime/display';
import { endingOf, toImageService } from '../../runtime/pictureFile';
import type { Scope } from '../../runtime/roots';
import { toLargeAddress } from '../../runtime/pictureWidths';
import { evaluate } from '../../runtime/value';
import type { ZoomPicture } from '../custom/zoom/kinds';
import { usePage, useShell } from '../data/context';
import { Icon } from '../ui/icons';
import type { SectionOf, SectionProps } from '../ui/kindProps';
import { LazyPart } from '../ui/LazyPart';
import { toPictureAddress } from '../ui/Picture';
import { useAfterPaint } from '../ui/useAfterPaint';
import { describePageItem } from '../ui/toggles/describeItem';
import { Gallery } from '../ui/slides/Gallery';
import { readPictures } from '../ui/readPictures';

const zoomDialog = () => import('../custom/zoom/ZoomDialog').then((loaded) => loaded.ZoomDialog);

/** Pictures one at a time, with thumbnails and a counter; where the section says so each opens over the whole window, and can be saved. */
export function GallerySection({ section }: SectionProps<SectionOf<'gallery'>>): ReactElement | null {
  const page = usePage();
  const { shell } = useShell();
  const [zoomed, setZoomed] = useState<number>();
  const afterPaint = useAfterPaint();
  const { scope, showContext } = page;
  const pictures = readPictures(section.images, section.image, scope);
  if (pictures.length === 0) return null;
  const captions = pictures.map(({ entry }) => formatDisplay(section.caption, { ...scope, entry }, showContext)?.text);
  const large = pictures.map(({ src, entry }, index) => readZoom(section.zoom ?? {}, src, { ...scope, entry }, captions[index]));
  const { title } = describePageItem(shell, page);
  return (
    <div className="wrap">
      <Gallery
        sources={pictures.map(({ src }) => src)}
        ratio={section.ratio ?? '4:3'}
        thumbnails={section.thumbnails}
        alt={page.page.heading}
        captions={captions}
        zoom={
          section.zoom && {
            addresses: large.map(({ image }, index) => image ?? pictures[index]?.src ?? ''),
            shown: zoomed,
            onOpen: (index) => afterPaint(() => setZoomed(index)),
          }
        }
        tools={(index) => <SaveLink when={section.download} scope={scope} address={large[index]?.image} name={`${title}-${index + 1}`} />}
      />
      {zoomed !== undefined && (
        <LazyPart
          load={zoomDialog}
          given={{ pictures: large, index: zoomed, title, onTurn: setZoomed, onClose: () => setZoomed(undefined) }}
        />
      )}
    </div>
  );
}

function readZoom({ large, service }: Zoom, src: string, scope: Scope & { entry: Json }, caption: string | undefined): ZoomPicture {
  const named = toPictureAddress(evaluate(service, scope));
  return {
    image: toPictureAddress(evaluate(large, scope)) ?? toLargeAddress(src),
    service: named === undefined ? undefined : toImageService(named),
    caption,
  };
}

/** The picture that is shown, to be saved under the name of what it shows; nothing where the definition does not allow it. */
function SaveLink(props: { when: Condition | undefined; scope: Scope; address: string | undefined; name: string }): ReactElement | null {
  const { say } = useShell();
  const { when, scope, address, name } = props;
  if (when === undefined || address === undefined || !holds(when, scope)) return null;
  const ending = endingOf(address.split(/[?#]/)[0] ?? '');
  return (
    <a className="gallery-save quiet-link" href={address} download={ending === '' ? name : `${name}.${ending}`}>
      <Icon name="download" />
      {say('pictureDownload')}
    </a>
  );
}
