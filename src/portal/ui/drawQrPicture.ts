/** Draws QR codes. A file of its own, fetched with the first code: the package is CommonJS, and whoever fetches that itself needs a helper for it. */
export { toDataURL } from 'qrcode';
