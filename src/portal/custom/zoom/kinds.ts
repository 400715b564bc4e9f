/** A picture that is looked at closely. */
export interface ZoomPicture {
  /** Its address in the most points; undefined where there is a service alone. */
  image: string | undefined;
  /** The address of its IIIF image service, without /info.json. */
  service: string | undefined;
  caption: string | undefined;
}
