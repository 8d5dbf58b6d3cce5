/** Markup that would run or render if it were not escaped. Each sets `__xss` when it runs. */
export const XSS = [
  '<script>window.__xss=1</script>',
  '"><img src=x onerror=window.__xss=2>',
  "' onmouseover='window.__xss=3' x='",
  '</textarea></title></style><svg onload=window.__xss=4>',
  'javascript:window.__xss=5//',
  '<iframe srcdoc="<script>parent.__xss=6</script>">',
  '$' + '{window.__xss=7}{{constructor.constructor("window.__xss=7")()}}',
  '</script><script>window.__xss=8</script>',
] as const;

/** Unusual text that every one-line field must handle. */
export const LINES = [
  ...XSS,
  "Robert'); DROP TABLE clients;--",
  "' OR 1=1 --",
  '" OR ""="',
  "x' UNION ALL VALUES (1,2,3) --",
  "=cmd|' /C calc'!A0",
  '+1+1',
  '@SUM(1+1)',
  '-2+3',
  '%_%',
  '%s%n%x%d',
  '../../../../etc/passwd',
  '..\\..\\windows\\win.ini',
  'file:///etc/passwd',
  'http://169.254.169.254/latest/meta-data',
  '$' + '{7*7}{{7*7}}<%= 7*7 %>#{7*7}',
  '{{customerName}}',
  '{{',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'null',
  'undefined',
  'NaN',
  'true',
  '[object Object]',
  '\u202egnp.exe\u202c',
  'a\u200bb\ufeffc\u200d',
  'Zoe\u0308',
  'Zo\u00eb',
  '👩‍👩‍👧‍👦🏳️‍🌈',
  '𝕄𝕒𝕣𝕚𝕒',
  'ﷺ'.repeat(20),
  'İıßẞŉ',
  'مرحبا بكم',
  'Ｍａｒｉａ',
  '12 Seymour St\\',
  '"',
  "'",
  '`',
  '*',
  '(((((((((((',
  'a AND b OR NOT c NEAR(d)',
  '#\tb',
] as const;

/** Text that is not one line, not Unicode, or not printable. */
export const BROKEN = [
  'Maria\r\nBcc: everybody@example.com',
  'Maria\nSubject: x',
  'a@example.com\r\nBcc: b@example.com',
  'a@example.com, b@example.com',
  'a\u2028b',
  'a\u0000b',
  '\ud800',
  'a\udfffb',
  '\u0007\u001b[31m',
  '',
  ' ',
  '\u00a0\u2003',
  '\u200b',
] as const;

const split = (words: string): string[] => words.trim().split(/\s+/);

export const DAYS = split(`
  0000-00-00 0000-01-01 0001-01-01 1969-12-31 2026-02-30 2026-02-29 2028-02-29 2026-13-01 2026-11-31 2026-11-20 2026-3-8 9999-12-31
  10000-01-01 +275760-09-13 275760-09-13 -000001-01-01 ٢٠٢٦-١١-٢٠ 2026-11-20T00:00:00.000Z 2026-11-20T00:00:00+14:00
  0001-01-01T00:00:00Z 9999-12-31T23:59:59.999Z +275760-09-13T00:00:00Z 2026-11-20T24:00:00Z yesterday 20/11/2026`);

export const AMOUNTS = [
  ...split(
    '1e3 ١٢ 12.345 -0.01 -0 0 0.00 0.01 .5 5. 1,000.00 $5 00000001.00 99999999.99 100000000.00 999999999999999999999 Infinity 0x10 1.',
  ),
  ' 5 ',
];

export const NUMBERS = [
  0,
  -0,
  -1,
  1,
  2,
  1.5,
  0.1,
  0.30000000000000004,
  67.16999999999999,
  100,
  101,
  255,
  256,
  1000,
  1001,
  1440,
  1441,
  65_536,
  2 ** 31 - 1,
  2 ** 31,
  2 ** 32,
  99_999_999.99,
  100_000_000,
  1e9,
  2 ** 53 - 1,
  2 ** 53,
  2 ** 63,
  -(2 ** 63),
  1e21,
  1e308,
  5e-324,
  -1e308,
] as const;

export const IDS = [
  ...[0, -1, 1, 2, 3, 4, 999_999, 2 ** 53, 2 ** 63],
  ...split('0 1 01 +1 1.0 1e0 1; ٣ WO-1 WO- WO-9-XYZ ../1 NaN null'),
  ...['1 OR 1=1', '9'.repeat(15), '9'.repeat(16), '9'.repeat(400), '', ' 1'],
];

/** Lengths at which fields end, and one more. */
export const LENGTHS = [
  1, 12, 13, 30, 31, 40, 41, 60, 61, 80, 81, 100, 101, 120, 121, 200, 201, 240, 241, 254, 255, 256, 257, 400, 401, 1000, 1001, 2000, 2001,
  4000, 4001, 5000, 5001, 100_000,
] as const;

/** Values of unexpected types. */
export const STRANGE: readonly unknown[] = [
  null,
  true,
  false,
  [],
  {},
  [[]],
  [null],
  [1],
  ['1'],
  { id: 1 },
  { $ne: null },
  { length: 1e9 },
  { toString: 1, valueOf: 1 },
  JSON.parse('{"then":1}'),
  { 0: 'a', 1: 'b' },
];
