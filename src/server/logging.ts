import { pino } from 'pino';

/** JSON lines on stdout; what a person could be known by is taken out also where somebody forgets. */
export const createLog = (level: string) =>
  pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: [
      '*.password',
      '*.token',
      '*.authorization',
      '*.cookie',
      '*.email',
      '*.phone',
      '*.address',
      'password',
      'token',
      'email',
      'phone',
      'address',
    ],
  });

/** A fault for the log: its kind, its storage code and where it happened. Statements and their values stay out, they hold personal data. */
export function describeFault(error: unknown): { name: string; code: string | undefined; message: string; at: string[] } {
  let root = error;
  while (root instanceof Error && root.cause instanceof Error) root = root.cause;
  if (!(root instanceof Error)) return { name: typeof root, code: undefined, message: '', at: [] };
  const isQuery = root.message.startsWith('Failed query');
  const at = (root.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 8)
    .map((line) => line.trim());
  return {
    name: root.name,
    code: 'code' in root ? String(root.code) : undefined,
    message: isQuery ? 'Failed query' : root.message.slice(0, 300),
    at,
  };
}
