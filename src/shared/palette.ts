/** The colours of src/client/tokens.css in hex, because PDF readers and older printers do not support oklch. */
export const palette = {
  pine950: '#0c251c',
  pine900: '#133529',
  pine700: '#245846',
  pine600: '#306e57',
  sage300: '#b6d3c1',
  sage200: '#d4e7db',
  sage100: '#e9f3ed',
  citrus: '#efdf46',
  sky: '#c4f0ff',
  ink: '#16221e',
  muted: '#505f59',
  line: '#d7e1dc',
  paper: '#ffffff',
} as const;
