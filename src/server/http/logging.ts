import { pino } from 'pino';

/** How much of the log waits where it cannot be written, in bytes; what comes on top is dropped. */
const LOG_LIMIT = 1_000_000;

/** Where the log goes. A disk that is full, or a reader that has gone, is no reason to end: it is tried again with the next line. */
function standardOutput() {
  const out = pino.destination({ dest: 1, sync: true, maxLength: LOG_LIMIT });
  out.on('error', () => undefined);
  return out;
}

/** JSON lines on stdout; what a person could be known by is taken out also where somebody forgets. */
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

/** How bad a fault is: a database that is damaged, or none any more, needs a person at once (guide/reliability.md §5.15). */
export const levelOf = (fault: { code: string | undefined }): 'fatal' | 'error' =>
  /^SQLITE_(CORRUPT|NOTADB)/.test(fault.code ?? '') ? 'fatal' : 'error';

/** The kinds of our own errors, whose messages we wrote; those of the language and of libraries quote what they could not read. */
const OUR_KINDS: ReadonlySet<string> = new Set(['Error', 'DomainError', 'StartError', 'GraphRefusal']);

/**
 * A fault for the log: its kind, its storage code and where it happened. Statements and their values stay out, they hold personal
 * data, and so does the message of an error that is neither ours nor has a code.
 */
export function describeFault(error: unknown): { name: string; code: string | undefined; message: string; at: string[] } {
  let root = error;
  while (root instanceof Error && root.cause instanceof Error) root = root.cause;
  if (!(root instanceof Error)) return { name: typeof root, code: undefined, message: '', at: [] };
  const isQuery = root.message.startsWith('Failed query');
  const code = 'code' in root ? String(root.code) : undefined;
  const isTold = !(root instanceof SyntaxError) && (code !== undefined || OUR_KINDS.has(root.name));
  const at = (root.stack ?? '')
    .replace(root.message, () => '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 8)
    .map((line) => line.trim());
  return {
    name: root.name,
    code,
    message: isQuery ? 'Failed query' : isTold ? root.message.slice(0, 300) : '',
    at,
  };
}
