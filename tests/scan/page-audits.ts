import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import config from '../../playwright.config';

/** The pages for everybody that are drawn on the server, but for those of one booking or order. */
const PAGES = ['/', '/store', '/marketplace', '/appointments', '/checkout', '/company-profile', '/facebook-cover', '/privacy', '/terms'];
const { executablePath, args: flags = [] } = config.use?.launchOptions ?? {};

type Audit = {
  origin: string;
  folder: string;
  run: (command: string, args: string[], minutes: number, env?: Record<string, string>) => Promise<string>;
  tell: (scanner: string, text: string, isClean: boolean) => void;
};

/** Returns the path of the system's Chromium. Throws if it is not installed, since neither tool may download its own. */
function chromium(): string {
  if (executablePath === undefined) throw new Error('Chromium is not installed: apt-get install chromium');
  return executablePath;
}

/** Runs a tool of npm that is no dependency: it comes for the scan and stays in npm's cache. */
const npx = ({ run }: Audit, tool: string, args: string[]) =>
  run('npx', ['--yes', tool, ...args], 5, { CHROME_PATH: chromium(), PUPPETEER_SKIP_DOWNLOAD: '1' });

/** Least score of each category, of 1. Performance is only reported, since it depends on this machine and its load. */
const LEAST: Record<string, number> = { accessibility: 0.95, 'best-practices': 0.95, seo: 0.95, performance: 0 };

type LighthouseReport = {
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { title: string; score: number | null }>;
  runtimeError?: { message: string };
};

/** Lighthouse on each public page, as a phone sees it. */
export async function lighthouse(audit: Audit): Promise<void> {
  for (const page of PAGES) {
    const file = path.join(audit.folder, 'lighthouse.json');
    const chrome = `--chrome-flags=--headless=new ${flags.join(' ')}`;
    const only = `--only-categories=${Object.keys(LEAST).join(',')}`;
    const said = await npx(audit, 'lighthouse@12.8.2', [
      audit.origin + page,
      '--quiet',
      only,
      chrome,
      '--output=json',
      `--output-path=${file}`,
    ]);
    const { categories, audits, runtimeError } = readReport<LighthouseReport>(() => readFileSync(file, 'utf8'), said);
    writeFileSync(file, '');
    const scores = Object.entries(LEAST).map(([name, least]) => ({ name, least, ...categories[name] }));
    for (const { name, least, auditRefs = [] } of scores)
      for (const { id, weight } of auditRefs)
        if (least > 0 && weight > 0 && (audits[id]?.score ?? 1) < 1) console.info(`    ${name}: ${audits[id]?.title}`);
    const isClean = !runtimeError && scores.every(({ score, least }) => (score ?? -1) >= least);
    const figures = scores.map(({ name, score }) => `${name} ${score == null ? 'none' : Math.round(score * 100)}`);
    audit.tell('lighthouse', `${page}: ${runtimeError?.message ?? figures.join(', ')}`, isClean);
  }
}

type Issue = { code: string; message: string; selector: string; context: string };
/** False positives of pa11y, each with the reason. */
const KNOWN: { code: RegExp; about: RegExp; why: string }[] = [
  {
    code: /1_3_5\.H98$/,
    about: /Element does not belong to Text control group/,
    why: 'it takes an input that has no type for none of text, which it is (HTML §4.10.5)',
  },
  {
    code: /3_2_2\.H32\.2$/,
    about: /<form role="search"/,
    why: 'a form of one field is sent by Enter (HTML §4.10.22.2), and this one searches as one types',
  },
];

/** Pa11y on each public page: no error of WCAG 2 AA, by another engine than axe. */
export async function pa11y(audit: Audit): Promise<void> {
  const settings = path.join(audit.folder, 'pa11y.json');
  writeFileSync(settings, JSON.stringify({ chromeLaunchConfig: { executablePath: chromium(), args: flags }, timeout: 60_000 }));
  for (const page of PAGES) {
    const said = await npx(audit, 'pa11y@9.1.1', [
      '--config',
      settings,
      '--standard',
      'WCAG2AA',
      '--reporter',
      'json',
      audit.origin + page,
    ]);
    const issues = readReport<Issue[]>(() => /^\[.*\]$/m.exec(said)?.[0] ?? '', said);
    const isKnown = ({ code, message, context }: Issue) =>
      KNOWN.some((known) => known.code.test(code) && known.about.test(`${message} ${context}`));
    const errors = issues.filter((issue) => !isKnown(issue));
    for (const { code, message, selector, context } of errors.slice(0, 20))
      console.info(`    ${code} ${message}\n      ${selector} ${context.slice(0, 160)}`);
    audit.tell('pa11y', `${page}: ${errors.length} errors, ${issues.length - errors.length} known`, errors.length === 0);
  }
}

/** Parses the report of a tool. Throws the tool's output if it wrote no report. */
function readReport<T>(read: () => string, said: string): T {
  try {
    return JSON.parse(read()) as T;
  } catch {
    throw new Error(`No report: ${said.trim().slice(-800)}`);
  }
}
