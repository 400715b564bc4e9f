import sanitizeHtml from 'sanitize-html';

/** Elements that draw; none that runs, embeds a document, or changes attributes of others over time. */
const drawing = `svg g defs symbol use path rect circle ellipse line polyline polygon text tspan textPath title desc image switch style
  linearGradient radialGradient stop clipPath mask pattern marker filter feBlend feColorMatrix feComponentTransfer feComposite
  feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur
  feMerge feMergeNode feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence`.split(/\s+/);

/** Pieces of markup: more are no drawing of an institution, and the parser's time grows with them. */
const mostPieces = 20_000;

/** Pictures within the drawing itself. */
const embedded = /^data:image\/(?:png|jpeg|webp);base64,[A-Za-z0-9+/=\s]*$/;
/** What styles can reach out of the file by, in whatever way it is spelt. */
const reachesOut = /@import|expression|javascript:|\\|url\(\s*['"]?\s*(?!#)/i;

function isHarmless(tag: string, name: string, value: string): boolean {
  if (/^on/i.test(name) || /^(?:src|base|xml:base|formaction|action)$/i.test(name)) return false;
  if (/(?:^|:)href$/i.test(name)) return value.startsWith('#') || (tag === 'image' && embedded.test(value));
  return !reachesOut.test(value);
}

/**
 * Returns a drawing with everything taken out that runs, or reaches out of the file: only elements that draw are left, references within the
 * file, and pictures that it holds itself.
 * @returns undefined when nothing is left that is a drawing, or when it has more pieces than a drawing has
 */
export function cleanSvg(text: string): string | undefined {
  if ((text.match(/</g) ?? []).length > mostPieces) return undefined;
  const clean = sanitizeHtml(text, {
    allowedTags: drawing,
    allowedAttributes: false,
    allowedSchemesAppliedToAttributes: [],
    allowVulnerableTags: true,
    parseStyleAttributes: false,
    nonTextTags: ['script', 'style', 'foreignObject', 'metadata', 'iframe'],
    exclusiveFilter: ({ tag, text: words }) => tag === 'style' && reachesOut.test(words),
    transformTags: {
      '*': (tagName, attribs) => ({
        tagName,
        attribs: Object.fromEntries(Object.entries(attribs).filter(([name, value]) => isHarmless(tagName, name, value))),
      }),
    },
    parser: { xmlMode: true, lowerCaseTags: false, lowerCaseAttributeNames: false },
  }).trim();
  return /^<svg[\s>]/.test(clean) ? clean : undefined;
}
