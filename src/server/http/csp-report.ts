import type { Hono } from 'hono';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { AppEnv } from './app-env';
import { refuseMethod } from './errors';
import { parseJsonObject } from './requests/body';
import { CSP_REPORTS } from './requests/security';

const REPORT_LIMIT = 8 * 1024;
/** A CSP violation as browsers report it (https://www.w3.org/TR/CSP3/#deprecated-serialize-violation). */
const violation = z.object({
  'csp-report': z.object({
    'effective-directive': z.string().optional(),
    'violated-directive': z.string().optional(),
    'blocked-uri': z.string().optional(),
  }),
});

/** Returns the first keyword of a policy, and nothing that could be personal data. */
const findKeyword = (text = '') => /^[a-z-]{1,40}/.exec(text)?.[0] ?? 'unknown';
/** Returns the host of a blocked address, or its kind. Never the path, which may identify a person. */
const findHost = (text = '') => (URL.canParse(text) && new URL(text).host) || findKeyword(text);

/** Logs the CSP violations that browsers report: a directive and a host, nothing that a visitor wrote. */
export function addCspReports(app: Hono<AppEnv>, log: Logger): void {
  app.post(CSP_REPORTS, async (c) => {
    const parsed = violation.safeParse(parseJsonObject(await c.get('body').read(REPORT_LIMIT)));
    if (parsed.success) {
      const report = parsed.data['csp-report'];
      const directive = findKeyword(report['effective-directive'] ?? report['violated-directive']);
      log.warn(
        { evt: 'csp.violation', directive, blocked: findHost(report['blocked-uri']) },
        'a page violated its content security policy',
      );
    }
    return c.body(null, 204);
  });
  app.all(CSP_REPORTS, (c) => refuseMethod(c, ['POST']));
}
