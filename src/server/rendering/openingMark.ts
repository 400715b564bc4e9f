import { hashSource } from './hashSource';

/**
 * The one script that stands in pages themselves: it marks a page that is opened anew, of which browsers then lay out what is seen first (`section.css`).
 * Who comes back, asks for the page again or is led to a place on it is put there, which only the whole page has; before any other script is
 * there that is known to nothing else.
 */
const script =
  "performance.getEntriesByType('navigation')[0]?.type==='navigate'&&!location.hash&&(document.documentElement.dataset.opening='')";

/** The script as pages of sections have it, in front of their styles. */
export const openingMark = `<script>${script}</script>`;
/** Its source for the Content-Security-Policy. */
export const openingSource = hashSource(script);
