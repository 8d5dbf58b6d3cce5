import { type Logger, pino } from 'pino';

/** Bytes of log that wait while stdout is blocked; further lines are dropped. */
const LOG_LIMIT = 1_000_000;

/** A full disk or a closed pipe must not end the process: writing is retried with the next line. */
function standardOutput() {
  const out = pino.destination({ dest: 1, sync: true, maxLength: LOG_LIMIT });
  out.on('error', () => undefined);
  return out;
}

/** Creates the log: JSON lines on stdout. Personal fields are redacted as a second line of defence. */
export const createLog = (level: string) =>
  pino(
    {
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
    },
    standardOutput(),
  );

type Answered = { requestId: string; method: string | undefined; path: string; status: number; startedAt: number };
/** Writes the log line of a request. Its path is a route or a page of ours, since what callers write may be personal. */
export function logRequest(log: Logger, { startedAt, ...answered }: Answered, isQuiet = false): void {
  const level = isQuiet || answered.status < 400 ? 'debug' : answered.status >= 500 ? 'error' : 'warn';
  if (log.isLevelEnabled(level)) log[level]({ evt: 'request', ...answered, ms: Math.round(performance.now() - startedAt) }, 'request');
}

/** Returns fatal for a damaged or unreadable database, which needs a person at once. */
export const getLogLevel = (fault: { code: string | undefined }): 'fatal' | 'error' =>
  /^SQLITE_(CORRUPT|NOTADB)/.test(fault.code ?? '') ? 'fatal' : 'error';

/** Errors whose messages we wrote. Errors of the language and of libraries quote the input that they could not read. */
const OUR_KINDS: ReadonlySet<string> = new Set(['Error', 'DomainError', 'StartError', 'GraphRefusal']);

/**
 * Describes an error for the log: its name, storage code and stack. Leaves out SQL and its values, and the messages of errors that are
 * neither ours nor have a code, since both may hold personal data.
 */
export function describeFault(error: unknown): { name: string; code: string | undefined; message: string; at: string[] } {
  let root = error;
  while (root instanceof Error && root.cause instanceof Error) root = root.cause;
  if (!(root instanceof Error)) return { name: typeof root, code: undefined, message: '', at: [] };
  const isQuery = root.message.startsWith('Failed query');
  const code = 'code' in root ? String(root.code) : undefined;
  const isSafe = !(root instanceof SyntaxError) && (code !== undefined || OUR_KINDS.has(root.name));
  const at = (root.stack ?? '')
    .replace(root.message, () => '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 8)
    .map((line) => line.trim());
  return {
    name: root.name,
    code,
    message: isQuery ? 'Failed query' : isSafe ? root.message.slice(0, 300) : '',
    at,
  };
}
