export type Color = { rgb: readonly [number, number, number]; alpha: number };

const clip = (share: number) => Math.min(1, Math.max(0, share));
const encode = (linear: number) => (linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055);
const decode = (share: number) => (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4);

/** Converts oklch to sRGB shares (CSS Color 4, section 9). */
function fromOklch(lightness: number, chroma: number, hue: number): Color['rgb'] {
  const [a, b] = [chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map((linear) => encode(clip(linear))) as unknown as Color['rgb'];
}

/** Reads "oklch(0.24 0.035 168)" or "#fff". Throws for another notation. */
export function readColor(text: string): Color {
  if (text === '#fff') return { rgb: [1, 1, 1], alpha: 1 };
  const [, l, c, h] = /^oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)$/.exec(text) ?? [];
  if (l === undefined) throw new Error(`Unknown colour: ${text}`);
  return { rgb: fromOklch(Number(l), Number(c), Number(h)), alpha: 1 };
}

/** Returns a colour as it looks over an opaque one. */
export const blend = ({ rgb, alpha }: Color, below: Color): Color => ({
  rgb: rgb.map((share, place) => share * alpha + (below.rgb[place] ?? 0) * (1 - alpha)) as unknown as Color['rgb'],
  alpha: 1,
});

const luminance = ({ rgb: [r, g, b] }: Color) => 0.2126 * decode(r) + 0.7152 * decode(g) + 0.0722 * decode(b);

/** Returns the contrast of two opaque colours (WCAG 2.2, "contrast ratio"). */
export function contrast(one: Color, other: Color): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}
