/** A face as `new FontFace(...)` takes it in the browser. */
export type Face = [family: string, source: string, descriptors: { weight?: string; display?: string; unicodeRange?: string }];

const RULE = /@font-face\s*\{([^}]*)\}/g;
const DECLARATION = /([\w-]+)\s*:\s*([^;]+)/g;

/** The faces that a style sheet of ours declares with `@font-face`, for a script that adds them when it is time. */
export const facesOf = (css: string): Face[] =>
  [...css.matchAll(RULE)].map(([, rule = '']) => {
    const of = new Map([...rule.matchAll(DECLARATION)].map(([, name, value = '']) => [name, value.replace(/\s+/g, ' ').trim()]));
    const [weight, display, unicodeRange] = ['font-weight', 'font-display', 'unicode-range'].map((name) => of.get(name));
    return [
      (of.get('font-family') ?? '').replace(/^"|"$/g, ''),
      of.get('src') ?? '',
      { ...(weight && { weight }), ...(display && { display }), ...(unicodeRange && { unicodeRange }) },
    ];
  });
