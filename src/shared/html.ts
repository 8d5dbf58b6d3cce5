const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);

/** Markup that is safe as is; every other value in an `html` template is escaped. */
export class Markup {
  constructor(readonly text: string) {}
  toString(): string {
    return this.text;
  }
}
type Value = string | number | Markup | readonly Markup[] | undefined;

const render = (value: Value): string => {
  if (value === undefined) return '';
  if (value instanceof Markup) return value.text;
  return typeof value === 'object' ? value.map(({ text }) => text).join('') : escapeHtml(String(value));
};

/** Returns a piece of a document: html`<p>${name}</p>` escapes the name. */
export const html = (strings: TemplateStringsArray, ...values: Value[]): Markup =>
  new Markup(strings.reduce((text, part, index) => text + render(values[index - 1]) + part));
