// In the place of this file browsers have one that fetches the library where a page needs it.
export { IntlMessageFormat } from 'intl-messageformat';
