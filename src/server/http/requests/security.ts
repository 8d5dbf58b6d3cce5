import { createHash } from 'node:crypto';
import { DomainError } from '../../../shared/errors';

export const CSP_REPORTS = '/api/csp-report';

const POLICY = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self' data: blob:",
  'font-src': "'self'",
  'connect-src': "'self'",
  'manifest-src': "'self'",
  'worker-src': "'self'",
  'base-uri': "'none'",
  'object-src': "'none'",
  'form-action': "'self'",
  'frame-ancestors': "'none'",
  'require-trusted-types-for': "'script'",
  'report-uri': CSP_REPORTS,
};

const hashSource = (source: string) => `'sha256-${createHash('sha256').update(source).digest('base64')}'`;

/**
 * Returns a page's Content-Security-Policy: scripts from this site, the inline scripts with the given sources by their hash, and pictures
 * also from the origin `images`. The sources come from the code that made the scripts, never from the finished HTML, so that a script
 * injected by an escaping mistake does not run.
 */
export function pagePolicy(scripts: readonly string[], images?: string): string {
  const hashes = scripts.map(hashSource);
  const more: Record<string, string[]> = { 'script-src': hashes, 'img-src': images === undefined ? [] : [images] };
  return Object.entries(POLICY)
    .map(([name, value]) => `${name} ${[value, ...(more[name] ?? [])].join(' ')}`)
    .join('; ');
}

/** Returns the security headers of every answer; `isHttps` adds HSTS. */
export function securityHeaders(isHttps: boolean): Record<string, string> {
  return {
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(self), payment=()',
    ...(isHttps && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  };
}

/**
 * Throws FORBIDDEN for a write from another site's page. Browsers send Sec-Fetch-Site or Origin with each write; a request with neither
 * comes from a program, which has no visitor's cookies.
 */
export function assertSameOrigin(headers: Headers, publicOrigin: string, isOriginConfigured: boolean): void {
  const site = headers.get('sec-fetch-site');
  if (site === 'same-origin' || site === 'none') return;
  const origin = headers.get('origin');
  if (!site && !origin) return;
  const isOurs =
    origin !== null && (origin === publicOrigin || (!isOriginConfigured && origin.replace(/^https?:\/\//, '') === headers.get('host')));
  if (!isOurs || site) throw new DomainError('FORBIDDEN', 'This request came from another site.');
}

/** Returns an address without its port and brackets: "203.0.113.9:4711" and "[2001:db8::1]:4711". IPv4 in IPv6 becomes plain IPv4. */
function withoutPort(hop: string): string {
  const address = /^\[([^\]]*)\](?::\d+)?$/.exec(hop)?.[1] ?? hop.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1');
  const mapped = /^(?:0{0,4}:){2,5}ffff:([\da-f]{1,4}):([\da-f]{1,4})$/i.exec(address);
  const bytes = mapped?.slice(1).flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255]);
  return bytes ? bytes.join('.') : address;
}

/** Returns a caller's key: the address that the outermost trusted proxy saw; for IPv6 its /64, since one customer has all of it. */
export function clientKey(peer: string | undefined, forwardedFor: string | null, trustedProxies: number): string {
  const hops = (forwardedFor ?? '').split(',').map((hop) => hop.trim());
  const address = withoutPort((trustedProxies > 0 ? hops.at(-trustedProxies) : undefined) || peer || 'unknown');
  const v4 = /(?:^|:)(\d+\.\d+\.\d+\.\d+)$/.exec(address)?.[1];
  if (v4) return v4;
  if (!address.includes(':')) return address.slice(0, 64);
  const [head = '', tail = ''] = address.toLowerCase().split('::');
  const [left, right] = [head, tail].map((part) => part.split(':').filter(Boolean)) as [string[], string[]];
  const gap = address.includes('::') ? Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0') : [];
  const network = [...left, ...gap, ...right].slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`.slice(0, 64);
}
