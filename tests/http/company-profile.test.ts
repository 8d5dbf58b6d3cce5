import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { htmlDocument } from '../../src/server/documents/html';
import { companyProfileDocument } from '../../src/server/documents/papers/company-profile';
import { companyProfilePdf } from '../../src/server/documents/papers/company-profile-pdf';
import { makePdf } from '../../src/server/documents/pdf/pdf';
import { DEFAULT_COMPANY } from '../../src/shared/company';
import { escapeHtml, html } from '../../src/shared/html';
import { getProfile, PDF_PATH, PRINT_PATH } from '../../src/shared/profile';
import { appOf, parsePage } from '../support/http';
import { openShop } from '../support/shop';

/** The last second of 2026 in Kamloops, and the first of 2027. */
const [LAST, FIRST] = ['2027-01-01T06:59:59.000Z', '2027-01-01T07:00:00.000Z'];
const DAY = '2026-11-20';

const profile = getProfile(DEFAULT_COMPANY, DAY);
const SAID: string[] = [
  profile.title,
  profile.lead,
  ...Object.values(profile.headings),
  ...profile.overview,
  ...profile.figures.flat(),
  ...profile.founder.story,
  profile.founder.quote,
  profile.founder.name,
  ...profile.services.flatMap(({ name, text }) => [name, text]),
  ...profile.reasons.flat(),
  profile.areas,
  ...profile.towns,
  ...profile.contact.flatMap(({ label, lines }) => [label, ...lines]),
];
const wordsOf = (node: Element | null) => node?.textContent?.replace(/\s+/g, ' ') ?? '';
const hashOf = (text: string | null | undefined) =>
  `'sha256-${createHash('sha256')
    .update(text ?? '')
    .digest('base64')}'`;

describe('the profile page', () => {
  test('has all facts in sections with headings and one h1, and offers printing and the PDF', async () => {
    const page = parsePage(await (await openShop().request('GET', '/company-profile')).text());
    for (const words of SAID) expect(wordsOf(page.body)).toContain(words);
    expect(page.querySelectorAll('h1')).toHaveLength(1);
    const headings = [...page.querySelectorAll('main h2')].map(wordsOf);
    expect(headings).toEqual(Object.values(profile.headings));
    expect([...page.querySelectorAll('main button')].map(wordsOf).map((words) => words.trim())).toContain('Download Company Profile');
    expect(wordsOf(page.querySelector(`a[href="${PDF_PATH}"]`))).toBe('Download as PDF');
  });

  test("shows the year of the company's calendar, also just after New Year", async () => {
    const shop = openShop({ now: LAST });
    const legal = async () => wordsOf(parsePage(await (await shop.request('GET', '/company-profile')).text()).querySelector('main footer'));
    expect(await legal()).toBe(getProfile(DEFAULT_COMPANY, '2026-12-31').legal);
    shop.clock.at = new Date(FIRST);
    expect(await legal()).toBe(getProfile(DEFAULT_COMPANY, '2027-01-01').legal);
  });
});

describe('the print copy', () => {
  const ask = () => openShop().request('GET', PRINT_PATH);

  test('has all facts of the page and is not indexed', async () => {
    const response = await ask();
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=UTF-8']);
    const copy = parsePage(await response.text());
    for (const words of [...SAID, profile.legal]) expect(wordsOf(copy.querySelector('main'))).toContain(words);
    expect(copy.querySelectorAll('.sheet')).toHaveLength(2);
    expect(copy.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex');
  });

  test('allows its own style sheet and script only', async () => {
    const response = await ask();
    const policy = new Map(
      (response.headers.get('content-security-policy') ?? '').split('; ').map((rule) => {
        const [name, ...values] = rule.split(' ');
        return [name, values.join(' ')] as const;
      }),
    );
    const copy = parsePage(await response.text());
    const [script, style] = [[...copy.querySelectorAll('script')], [...copy.querySelectorAll('style')]];
    expect([script.length, style.length]).toEqual([1, 1]);
    expect(policy.get('script-src')).toBe(hashOf(script[0]?.textContent));
    expect(policy.get('style-src')).toBe(hashOf(style[0]?.textContent));
    expect(policy.get('default-src')).toBe("'none'");
    for (const name of ['base-uri', 'form-action', 'frame-ancestors']) expect(policy.get(name)).toBe("'none'");
    // The policy would not allow them either.
    const attributes = [...copy.querySelectorAll('*')].flatMap((element) => [...element.attributes].map(({ name }) => name));
    expect(attributes.filter((name) => name === 'style' || name.startsWith('on'))).toEqual([]);
  });

  test('prints after one second and then closes', async () => {
    const script = parsePage(await (await ask()).text()).querySelector('script')?.textContent;
    expect(script).toMatch(/setTimeout\(\(\)=>\{print\(\).*\},1000\)$/);
    expect(script).toContain('addEventListener("afterprint",()=>close())');
  });

  test("uses the site's fonts and nothing else of its style sheet", () => {
    const face = '@font-face{font-family:Figtree Variable;src:url(/assets/figtree.woff2)format("woff2")}';
    const { text, policy } = companyProfileDocument(profile, `a{color:red}${face}.x{background:url(/y.png)}`);
    const style = parsePage(text).querySelector('style')?.textContent ?? '';
    expect(style).toContain(face);
    expect(style).not.toContain('color:red');
    expect(policy).toContain(hashOf(style));
  });

  test('rejects other methods, and HEAD returns the headers alone', async () => {
    const shop = openShop();
    for (const path of [PRINT_PATH, PDF_PATH]) {
      expect((await shop.request('POST', path)).status).toBe(405);
      const head = await shop.request('HEAD', path);
      expect([head.status, await head.text()]).toEqual([200, '']);
    }
  });
});

describe('values in an HTML document', () => {
  const HOSTILE = `<img src=x onerror="alert('1')">&amp;`;

  test('are escaped in text and attributes and stay unchanged for readers', () => {
    const text = html`<p title="${HOSTILE}">${HOSTILE}</p>`.toString();
    const paragraph = parsePage(text).querySelector('p');
    expect([paragraph?.getAttribute('title'), paragraph?.textContent, paragraph?.children.length]).toEqual([HOSTILE, HOSTILE, 0]);
    expect(escapeHtml(HOSTILE)).not.toMatch(/[<>"']/);
  });

  test('are escaped once, also in lists and nested fragments', () => {
    const rows = ['a & b', '<c>'].map((name) => html`<li>${name}</li>`);
    expect(html`<ul>${rows}${undefined}${7}</ul>`.toString()).toBe('<ul><li>a &amp; b</li><li>&lt;c&gt;</li>7</ul>');
  });

  test('cannot leave the title', () => {
    const { text } = htmlDocument({ title: '</title><script>x</script>', style: '', script: '', body: html`<p></p>` });
    const document = parsePage(text);
    expect(document.title).toBe('</title><script>x</script>');
    expect(document.querySelectorAll('script')).toHaveLength(1);
  });
});

describe('the PDF', () => {
  const textsIn = (value: unknown): string[] => {
    if (typeof value === 'string') return [value];
    if (typeof value !== 'object' || value === null) return [];
    return Object.values(value).flatMap(textsIn);
  };

  test('is a named file of two pages, to view or to download', async () => {
    const response = await openShop().request('GET', PDF_PATH);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(response.headers.get('content-disposition')).toBe('inline; filename="Sage-Pine-Cleaning-Company-Profile.pdf"');
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect(bytes.toString('latin1').match(/\/Type \/Page\b(?!s)/g)).toHaveLength(2);
    expect(bytes.toString('latin1')).toMatch(/%%EOF\s*$/);
  });

  test('has all facts of the page', () => {
    const { content, background } = companyProfilePdf(profile);
    expect(background).toBeTypeOf('function');
    const said = textsIn(content).join('\n');
    for (const words of [...SAID, profile.legal]) expect(said).toContain(words);
  });

  test('is cached until the year on it changes', async () => {
    const shop = openShop({ now: LAST });
    const app = appOf(shop);
    const ask = async () => Buffer.from(await (await app.request(PDF_PATH)).arrayBuffer());
    const [first, again] = [await ask(), await ask()];
    expect(again.equals(first)).toBe(true);
    shop.clock.at = new Date(FIRST);
    expect((await ask()).equals(first)).toBe(false);
  });

  test('reads neither disk nor network for its contents', async () => {
    await expect(makePdf({ content: [{ image: '/etc/hostname' }] })).rejects.toThrow(/denied/);
    await expect(makePdf({ images: { far: 'http://127.0.0.1:9/x.png' }, content: [{ image: 'far' }] })).rejects.toThrow(/denied/);
    await expect(makePdf({ content: ['still well'] })).resolves.toBeInstanceOf(Buffer);
  });
});
