import type { CompiledPortal } from '../../model/compiled';
import type { ManifestFields, Module } from '../../model/definitions.g';
import { asObjects, asText, type Json, type JsonObject } from '../../model/json';
import { resolve } from '../../model/pointer';
import { propertyAt } from '../../runtime/coerce';
import { endingOf, findPictureFile, toImageService } from '../../runtime/pictureFile';
import { toLargeAddress } from '../../runtime/pictureWidths';
import { readRoles, readText, toWholeAddress } from './itemRoles';

/** Of which version of the Presentation API these descriptions are. */
const context = 'http://iiif.io/api/presentation/3/context.json';

/** The type that they are sent as. */
export const manifestType = `application/ld+json;profile="${context}"`;

/** What a picture has across and from top to bottom, in points. */
export interface PictureSize {
  width: number;
  height: number;
}
/** Measures a picture by its address as it stands in the item; undefined for what does not lie here or is none. */
export type MeasurePicture = (address: string) => Promise<PictureSize | undefined>;

/** The canvas of a picture that nobody measured: the shape of the frame in which pages show it. */
const usualSize: PictureSize = { width: 1200, height: 900 };

/** Where an item is shown: the site, and the page of one item. */
export interface ItemPlace {
  portal: CompiledPortal;
  module: string;
  definition: Module;
  origin: string;
  path: string;
}

/** A picture of an item. */
interface Painting {
  image: string;
  caption: string;
  service: string;
  size: PictureSize | undefined;
}

/**
 * Returns what other viewers are told of an item: a Manifest of the IIIF Presentation API 3.0, a canvas for each picture.
 * @returns undefined for an item without any picture, for a manifest has at least one canvas
 */
export async function buildManifest(item: JsonObject, place: ItemPlace, measure: MeasurePicture): Promise<JsonObject | undefined> {
  const { definition, origin, path } = place;
  const fields = definition.manifest;
  if (!fields) return undefined;
  const paintings = await readPaintings(item, definition, fields, measure);
  if (paintings.length === 0) return undefined;
  const { title, summary, page } = readRoles(item, definition, origin, path);
  const rights = toWholeAddress(readText(item, fields.rights), origin);
  const reference = refer(item, place);
  return {
    '@context': context,
    ...reference,
    ...(summary === '' ? {} : { summary: say(summary) }),
    metadata: listFacts(item, definition, fields),
    requiredStatement: describeCredit(item, place, fields),
    ...(rights === undefined ? {} : { rights }),
    provider: [describeProvider(place)],
    homepage: [{ id: page, type: 'Text', label: say(title), format: 'text/html', language: [language] }],
    partOf: [{ id: `${origin}/iiif/${place.module}/collection`, type: 'Collection' }],
    items: paintings.map((painting, index) => paint(painting, `${asText(reference['id'])}/canvas/${index + 1}`, String(index + 1), origin)),
  };
}

/** Returns the Collection of the items of a module, with what viewers show of each before it is opened. */
export function buildCollection(items: readonly JsonObject[], place: ItemPlace): JsonObject {
  const { definition, module, origin } = place;
  return {
    '@context': context,
    id: `${origin}/iiif/${module}/collection`,
    type: 'Collection',
    label: say(definition.title),
    provider: [describeProvider(place)],
    items: items.map((item) => refer(item, place)),
  };
}

/** The language of institutions' texts, in the words of BCP 47. */
const language = 'zh-Hans';

const say = (...words: string[]): JsonObject => ({ [language]: words });

/** Returns what refers to the manifest of an item: its address, title and picture. */
function refer(item: JsonObject, { definition, module, origin, path }: ItemPlace): JsonObject {
  const { title, image } = readRoles(item, definition, origin, path);
  return {
    id: `${origin}/iiif/${module}/${encodeURIComponent(asText(item['id']))}/manifest`,
    type: 'Manifest',
    label: say(title),
    ...(image === undefined ? {} : { thumbnail: [describeImage(image)] }),
  };
}

const describeProvider = ({ portal: { settings }, origin }: ItemPlace): JsonObject => ({
  id: `${origin}/`,
  type: 'Agent',
  label: say(settings.site.title),
  homepage: [{ id: `${origin}/`, type: 'Text', label: say(settings.site.title), format: 'text/html' }],
});

/** What has to be shown with the pictures: the words of the item, else whose it is. */
function describeCredit(item: JsonObject, { portal, definition }: ItemPlace, { credit }: ManifestFields): JsonObject {
  const label = (credit === undefined ? undefined : propertyAt(credit, definition.item)?.title) ?? portal.texts['manifestCredit'] ?? '';
  return { label: say(label), value: say(readText(item, credit) || portal.settings.site.title) };
}

/** Returns the facts of an item under the titles of their fields; what has no value or no title is left out. */
function listFacts(item: JsonObject, { item: shape }: Module, { metadata = {} }: ManifestFields): JsonObject[] {
  return Object.values(metadata).flatMap((pointer) => {
    const label = propertyAt(pointer, shape)?.title;
    const found: Json | undefined = resolve(pointer, item);
    const words = (Array.isArray(found) ? found : [found]).map(asText).filter((text) => text !== '');
    return label === undefined || words.length === 0 ? [] : [{ label: say(label), value: say(...words) }];
  });
}

/** Returns the pictures of an item; of one whose list is empty the picture of its role. */
async function readPaintings(item: JsonObject, { roles }: Module, fields: ManifestFields, measure: MeasurePicture): Promise<Painting[]> {
  const listed = asObjects(resolve(fields.list, item));
  const found = listed.map((entry): Painting => {
    const [width, height] = [fields.width, fields.height].map((pointer) => (pointer === undefined ? undefined : resolve(pointer, entry)));
    return {
      image: readText(entry, fields.image),
      caption: readText(entry, fields.caption),
      service: toImageService(readText(entry, fields.service)),
      size: isLength(width) && isLength(height) ? { width, height } : undefined,
    };
  });
  const whole = found.filter(({ image, service }) => image !== '' || service !== '');
  const single: Painting = { image: readText(item, roles?.image), caption: '', service: '', size: undefined };
  const shown = whole.length > 0 || single.image === '' ? whole : [single];
  return Promise.all(
    shown.map(async (painting) => {
      const image = toLargeAddress(painting.image);
      return { ...painting, image, size: painting.size ?? (image === '' ? undefined : await measure(image)) };
    }),
  );
}

const isLength = (value: Json | undefined): value is number => typeof value === 'number' && Number.isInteger(value) && value > 0;

/** Returns a canvas with one picture on it. */
function paint({ image, caption, service, size }: Painting, id: string, number: string, origin: string): JsonObject {
  const canvas = size ?? usualSize;
  const served = toWholeAddress(service, origin);
  const address = toWholeAddress(image, origin) ?? `${served ?? ''}/full/max/0/default.jpg`;
  const body = {
    ...describeImage(address),
    ...size,
    // The least that a service can promise: what it can do stands in its own description.
    ...(served === undefined ? {} : { service: [{ id: served, type: 'ImageService3', profile: 'level0' }] }),
  };
  const annotation = { id: `${id}/page/1/painting`, type: 'Annotation', motivation: 'painting', body, target: id };
  return {
    id,
    type: 'Canvas',
    label: say(caption || number),
    ...canvas,
    items: [{ id: `${id}/page/1`, type: 'AnnotationPage', items: [annotation] }],
  };
}

/** Returns a picture with its media type, as far as its name tells it. */
function describeImage(address: string): JsonObject {
  const format = findPictureFile(endingOf(new URL(address).pathname))?.type;
  return { id: address, type: 'Image', ...(format === undefined ? {} : { format }) };
}
