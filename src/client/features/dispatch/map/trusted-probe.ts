type TrustedTypes = { createPolicy: (name: string, rules: { createHTML: (html: string) => string | null }) => unknown };

const PROBE = '<svg/>';

/**
 * Leaflet tries while it loads whether the browser draws SVG, by writing this one text into an element. Our policy forbids such
 * writing (require-trusted-types-for); this very text is let through, and nothing else.
 */
(globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('default', {
  createHTML: (html) => (html === PROBE ? html : null),
});
