type TrustedTypes = { createPolicy: (name: string, rules: { createHTML: (html: string) => string | null }) => unknown };

const PROBE = '<svg/>';

/**
 * While it loads, Leaflet tests SVG support by writing this one text into an element. The content security policy forbids such writing
 * (require-trusted-types-for), so this policy admits this very text and nothing else.
 */
(globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('default', {
  createHTML: (html) => (html === PROBE ? html : null),
});
