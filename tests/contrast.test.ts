import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { blend, type Color, contrast, readColor } from './support/contrast';

const CLIENT = 'src/client';
const read = (file: string) => readFileSync(path.join(CLIENT, file), 'utf8');
const readTokens = (css: string) =>
  Object.fromEntries([...css.matchAll(/--((?:background-)?color-[\w-]+): ([^;]+);/g)].map(([, name = '', value = '']) => [name, value]));

const light = readTokens(read('tokens.css') + read('staff.css'));
const SCHEMES = { light, dark: { ...light, ...readTokens(read('dark.css')) } };
type Scheme = keyof typeof SCHEMES;

/** Returns the colour of a utility such as "bg-pine-950/55"; undefined for utilities without a colour, such as "text-sm". */
function findColor(scheme: Scheme, utility: string): Color | undefined {
  const [, kind, name, share] = /^(bg|text)-([a-z]+(?:-\d+)?)(?:\/(\d+))?$/.exec(utility) ?? [];
  const tokens: Record<string, string> = SCHEMES[scheme];
  const find = (token: string): string | undefined => {
    const value = tokens[token];
    const reference = /^var\(--([\w-]+)\)$/.exec(value ?? '')?.[1];
    return reference === undefined ? value : find(reference);
  };
  const value = (kind === 'bg' && find(`background-color-${name}`)) || find(`color-${name}`);
  if (value === undefined || !/^(oklch|#)/.test(value)) return undefined;
  return { ...readColor(value), alpha: share === undefined ? 1 : Number(share) / 100 };
}

const PUBLIC = /features\/(landing|site|profile|legal|cover|store\/[\w-]+\.|booking\/[\w-]+\.)|routes\//;
const sources = readdirSync(CLIENT, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !PUBLIC.test(file))
  .map(read);
/** The class texts of the staff's screens and of the buttons' style, each as a list of classes without their states ("hover:"). */
const classTexts = [
  ...sources.flatMap((source) => [...source.matchAll(/(['"`])((?:(?!\1)[^\n])*)\1/g)].map(([, , text = '']) => text)),
  ...[...read('tokens.css').matchAll(/@apply ([^;]+);/g)].map(([, text = '']) => text),
].map((text) => text.split(/\s+/).map((word) => word.replace(/^.*:/, '').replace(/!$/, '')));

const SURFACES = ['bg-paper', 'bg-sage-50', 'bg-sage-100'];
/** The navigation and filled marks, which carry white and citrus words. */
const DEEP = ['bg-pine-950', 'bg-pine-900'];
const isDeep = (fill: string) => /^bg-(pine|muted|(red|amber|blue)-[67]00)/.test(fill);
const isOnDeep = (text: string) => /^text-(white|citrus)/.test(text);

/** Returns each pair of a text and what is below it: the fills in the same class text, else the surfaces of all screens. */
function findPairs(scheme: Scheme): string[] {
  const pairs = classTexts.flatMap((classes) => {
    const texts = classes.filter((word) => word.startsWith('text-') && findColor(scheme, word));
    const fills = classes.filter((word) => word.startsWith('bg-') && findColor(scheme, word));
    const isSeeThrough = fills.every((fill) => fill.includes('/'));
    return texts.flatMap((text) => {
      const below = isOnDeep(text) ? DEEP : SURFACES;
      const own = fills.filter((fill) => isOnDeep(text) === isDeep(fill));
      if (text === 'text-pine-950') return own.map((fill) => `${text} ${fill}`);
      return (own.length === 0 || (isSeeThrough && isOnDeep(text)) ? below : own).map((fill) => `${text} ${fill}`);
    });
  });
  return [...new Set(pairs)];
}

function measure(scheme: Scheme, pair: string): number {
  const [text = '', fill = ''] = pair.split(' ');
  const ground = findColor(scheme, isOnDeep(text) ? 'bg-pine-950' : 'bg-paper') as Color;
  const below = blend(findColor(scheme, fill) as Color, ground);
  return contrast(blend(findColor(scheme, text) as Color, below), below);
}

describe.each(Object.keys(SCHEMES) as Scheme[])('the %s scheme of the staff’s screens', (scheme) => {
  test('has at least 4.5:1 between each text and what is below it', () => {
    const pairs = findPairs(scheme);
    expect(pairs).toContain('text-muted bg-paper');
    for (const known of ['text-amber-700 bg-amber-100', 'text-pine-950 bg-citrus-400', 'text-white bg-pine-900'])
      expect(pairs).toContain(known);
    expect(pairs.length).toBeGreaterThan(40);
    expect(pairs.filter((pair) => measure(scheme, pair) < 4.5).map((pair) => `${pair}: ${measure(scheme, pair).toFixed(2)}`)).toEqual([]);
  });

  test('has at least 3:1 between controls, marks of focus and the surfaces', () => {
    for (const surface of SURFACES)
      for (const mark of ['text-control', 'text-pine-600', 'text-red-600'])
        expect(measure(scheme, `${mark} ${surface}`), `${mark} ${surface}`).toBeGreaterThanOrEqual(3);
    expect(measure(scheme, 'text-citrus-400 bg-pine-950')).toBeGreaterThanOrEqual(3);
  });
});

test('a citrus fill with words names their colour, because the ink turns bright in the dark scheme', () => {
  const filled = classTexts.filter(
    (classes) => classes.some((word) => /^bg-citrus-\d+$/.test(word)) && classes.some((word) => /^px-/.test(word)),
  );
  expect(filled.length).toBeGreaterThan(0);
  expect(filled.filter((classes) => !classes.includes('text-pine-950')).map((classes) => classes.join(' '))).toEqual([]);
});

test('the dark scheme changes only colours that exist', () => {
  const known = new Set(Object.keys(light));
  expect(Object.keys(readTokens(read('dark.css'))).filter((name) => !known.has(name))).toEqual([]);
});

test('contrast is that of WCAG', () => {
  const white = readColor('#fff');
  expect(contrast(white, readColor('oklch(0 0 0)'))).toBeCloseTo(21, 1);
  expect(contrast(white, white)).toBe(1);
  // The grey #767676.
  expect(contrast(white, readColor('oklch(0.5659 0 0)'))).toBeCloseTo(4.54, 1);
});
