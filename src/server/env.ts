import { existsSync } from 'node:fs';
import { z } from 'zod';

const blankIsAbsent = (value: unknown) => (value === '' ? undefined : value);
const optional = z.preprocess(blankIsAbsent, z.string().optional());
const url = z.preprocess(blankIsAbsent, z.url().optional());

const envSchema = z.object({
  PORT: z.preprocess(blankIsAbsent, z.coerce.number().int().min(0).max(65535).default(3000)),
  HOST: z.preprocess(blankIsAbsent, z.string().default('127.0.0.1')),
  DATA_DIR: z.preprocess(blankIsAbsent, z.string().default('./data')),
  ADMIN_USERNAME: z.preprocess(blankIsAbsent, z.string().max(120).default('owner')),
  ADMIN_PASSWORD: z.preprocess(blankIsAbsent, z.string().min(8, 'needs at least 8 characters').max(256).optional()),
  PUBLIC_ORIGIN: z.preprocess(
    blankIsAbsent,
    z
      .url({ protocol: /^https?$/ })
      .transform((text) => new URL(text).origin)
      .optional(),
  ),
  TRUST_PROXY: z.preprocess(blankIsAbsent, z.coerce.number().int().min(0).max(10).default(0)),
  SMTP_URL: url,
  MAIL_FROM: optional,
  RATE_LIMIT: z.preprocess(blankIsAbsent, z.enum(['on', 'off']).default('on')),
  LOG_LEVEL: z.preprocess(blankIsAbsent, z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info')),
});
export type Env = z.output<typeof envSchema>;

/**
 * Reads the environment (spec/api.md, "Environment"), and a file .env in the working folder for what it does not set. Throws
 * one sentence that names each wrong variable, never its value.
 */
export function readEnv(source: NodeJS.ProcessEnv = process.env): Env {
  if (source === process.env && existsSync('.env')) process.loadEnvFile('.env');
  const parsed = envSchema.safeParse(source);
  if (parsed.success) return parsed.data;
  const wrong = parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('; ');
  throw new Error(`The environment is not usable: ${wrong}`);
}
