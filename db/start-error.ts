/** Appended to errors that a backup can solve. */
export const RESTORE_HINT = 'To go back to a backup: npm run restore -- FILE';

/** Keeps the process from starting: one clear line, and exit code 78 (the data is not usable) or 75 (another process has it). */
export class StartError extends Error {
  override readonly name = 'StartError';

  constructor(
    readonly exitCode: 75 | 78,
    message: string,
    cause?: unknown,
  ) {
    super(message, { cause });
  }
}

/** Another program has the file, or the disk cannot be read. */
const BUSY = /^SQLITE_(BUSY|LOCKED|IOERR)/;
/** The disk is full. */
const FULL = /^(SQLITE_FULL|ENOSPC|EDQUOT|EFBIG)/;
/** The system allows no writing there; the data itself is fine. */
const REFUSED = /^(SQLITE_READONLY|SQLITE_CANTOPEN|EROFS|EACCES|EPERM)/;

const findCode = (error: unknown): string => (error as { code?: string }).code ?? (error instanceof Error ? error.message : 'unknown');

type About = {
  kind?: 'database' | 'folder';
  /** The next step for the owner; '' when it is already under way. */
  hint?: string;
};

/** Turns any error of opening or copying a database into a StartError that names the file or folder and the error's code. */
export function toStartError(error: unknown, file: string, { kind = 'database', hint = RESTORE_HINT }: About = {}): StartError {
  if (error instanceof StartError) return error;
  const code = findCode(error);
  const refuse = (what: string, advice: string) => new StartError(78, `${what} (${code}). Nothing was changed. ${advice}`.trimEnd(), error);
  if (code.startsWith('SQLITE_BUSY')) return new StartError(75, `The database ${file} is in use by another program (${code}).`, error);
  if (code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_NOTADB') return refuse(`The database ${file} is damaged`, hint);
  if (FULL.test(code)) return refuse(`There is no room on the disk for ${file}`, 'Free some first.');
  return refuse(`The ${kind} ${file} cannot be used`, REFUSED.test(code) || kind === 'folder' ? '' : hint);
}

/** Returns the result of the work. Throws StartError for whatever it throws. */
export function orStartError<T>(file: string, work: () => T, about?: About): T {
  try {
    return work();
  } catch (error) {
    throw toStartError(error, file, about);
  }
}

/** Returns true when the data itself was rejected, false when the machine or the code is at fault. */
export const isOfTheData = ({ cause }: StartError): boolean =>
  cause === undefined || (findCode(cause).startsWith('SQLITE_') && ![BUSY, FULL, REFUSED].some((code) => code.test(findCode(cause))));
