import { existsSync } from 'node:fs';
import { isIP } from 'node:net';
import { z } from 'zod';
import { newPassword } from '../shared/session-schemas';

function isTileUrl(text: string): boolean {
  if (!['{z}', '{x}', '{y}'].every((part) => text.includes(part))) return false;
  const address = text.replace('//{s}.', '//any.');
  if (!URL.canParse(address)) return false;
  const { protocol, host } = new URL(address);
  return /^https?:$/.test(protocol) && /^[\w.:[\]-]+$/.test(host);
}

function isBareAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { username, password, pathname, search, hash } = new URL(text);
  return username + password + pathname + search + hash === '/';
}

/** Returns whether a text is an IP address with or without a port, such as "127.0.0.1:5353" or "[::1]:53". */
function isDnsServer(text: string): boolean {
  const [, bracketed, plain, port] = /^(?:\[([^\]]+)\]|([^:]+|[^:]*:[^:]*:.*?))(?::(\d{1,5}))?$/.exec(text) ?? [];
  return isIP(bracketed ?? plain ?? '') !== 0 && Number(port ?? 53) <= 65535;
}

const envSchema = z.object({
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('./data'),
  ADMIN_USERNAME: z.string().max(120).default('owner'),
  ADMIN_PASSWORD: newPassword.optional(),
  PUBLIC_ORIGIN: z
    .url({ protocol: /^https?$/ })
    .refine(isBareAddress, 'needs an address without a path or a name')
    .transform((text) => new URL(text).origin)
    .optional(),
  TRUST_PROXY: z.coerce.number().int().min(0).max(10).default(0),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  // Takes the address out of "Name <address>"; messages show the company's name.
  MAIL_FROM: z
    .string()
    .transform((text) => /<([^<>]+)>\s*$/.exec(text)?.[1] ?? text.trim())
    .pipe(z.email('needs an address such as office@example.com'))
    .optional(),
  MAP_TILE_URL: z.string().refine(isTileUrl, 'needs an address with {z}, {x} and {y}').optional(),
  MAP_ATTRIBUTION: z.string().max(500).optional(),
  GEOCODER_URL: z.url({ protocol: /^https?$/ }).optional(),
  REMOVE_BG_URL: z.url({ protocol: /^https?$/ }).optional(),
  // The key travels in a header.
  REMOVE_BG_KEY: z
    .string()
    .regex(/^[\x21-\x7e]{1,200}$/, 'needs plain characters without spaces')
    .optional(),
  // The page's number, not its name: the client compares it with the number that the token belongs to.
  FACEBOOK_PAGE_ID: z
    .string()
    .regex(/^[\w.-]{1,100}$/, "needs the page's number")
    .optional(),
  FACEBOOK_PAGE_ACCESS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{1,1000}$/, 'needs plain characters without spaces')
    .optional(),
  FACEBOOK_GRAPH_URL: z.url({ protocol: /^https?$/ }).optional(),
  LLM_URL: z.url({ protocol: /^https?$/ }).optional(),
  LLM_KEY: z
    .string()
    .regex(/^[\x21-\x7e]{1,500}$/, 'needs plain characters without spaces')
    .optional(),
  LLM_MODEL: z.string().max(200).optional(),
  SMS_URL: z.url({ protocol: /^https?$/ }).optional(),
  SMS_KEY: z
    .string()
    .regex(/^[\x21-\x7e]{1,500}$/, 'needs plain characters without spaces')
    .optional(),
  SMS_FROM: z.string().max(40).optional(),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[\x21-\x7e]{1,500}$/, 'needs plain characters without spaces')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^[\x21-\x7e]{1,500}$/, 'needs plain characters without spaces')
    .optional(),
  STRIPE_API_URL: z
    .url({ protocol: /^https?$/ })
    .refine(isBareAddress, 'needs an address without a path or a name')
    .optional(),
  // The servers that are asked for the keys of Interac's mail signatures.
  DNS_SERVERS: z
    .string()
    .transform((text) => text.split(',').map((server) => server.trim()))
    .refine((servers) => servers.every(isDnsServer), 'needs addresses such as 192.0.2.1:53, separated by commas')
    .optional(),
  // Signs the e-Transfer notices that the mail server posts.
  INTERAC_SECRET: z
    .string()
    .regex(/^[\x21-\x7e]{1,500}$/, 'needs plain characters without spaces')
    .optional(),
  ADMIN_SESSION_BINDING: z.enum(['off', 'strict']).default('off'),
  RATE_LIMIT: z.enum(['on', 'off']).default('on'),
  // The folder in which an npm command was typed. npm runs its scripts in the project folder.
  INIT_CWD: z.string().optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});
export type Env = z.output<typeof envSchema>;

/** Development data stays apart: its login is publicly known, so `npm start` must never serve it. */
export const DEVELOPMENT_DEFAULTS = { DATA_DIR: './data/dev' };

/**
 * Reads the environment, and a file .env in the working folder for variables that it does not set. A blank variable counts as missing.
 * Throws one sentence that names each wrong variable, never its value.
 */
export function readEnv(source: NodeJS.ProcessEnv = process.env, defaults: Record<string, string> = {}): Env {
  if (source === process.env && existsSync('.env')) process.loadEnvFile('.env');
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value));
  const parsed = envSchema.safeParse({ ...defaults, ...given });
  if (parsed.success) return parsed.data;
  const wrong = parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('; ');
  throw new Error(`The environment is not usable: ${wrong}`);
}

/** Returns the origin of links: the public one, otherwise the address that the server listens on. */
export const getOrigin = ({ PUBLIC_ORIGIN, HOST, PORT }: Env): string =>
  PUBLIC_ORIGIN ?? `http://${HOST.includes(':') ? `[${HOST}]` : HOST}:${PORT}`;
