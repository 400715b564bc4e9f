/** The light build of hls.js has the types of the whole, which the package does not say. */
declare module 'hls.js/light' {
  export * from 'hls.js';
  export { default } from 'hls.js';
}
