/** Ends each refusal for which a backup is the way on. */
export const RESTORE_HINT = 'To go back to a backup: npm run restore -- FILE';

/** Why the process cannot start: one clear line, and the exit code (78 the data is not usable, 75 another process has it). */
export class StartError extends Error {
  override readonly name = 'StartError';

  constructor(
    readonly exitCode: 75 | 78,
    message: string,
  ) {
    super(message);
  }
}

/** The disk takes no more. */
const FULL = /^(SQLITE_FULL|ENOSPC|EDQUOT|EFBIG)/;
/** The system lets nobody write there: the data is as good as it was. */
const REFUSED = /^(SQLITE_READONLY|SQLITE_CANTOPEN|EROFS|EACCES|EPERM)/;

/** Any fault met while a database was being opened or copied, as a StartError that names the file, or folder, and the fault's code. */
export function toStartError(error: unknown, file: string, kind: 'database' | 'folder' = 'database'): StartError {
  if (error instanceof StartError) return error;
  const code = (error as { code?: string }).code ?? (error instanceof Error ? error.message : 'unknown');
  if (code.startsWith('SQLITE_BUSY')) return new StartError(75, `The database ${file} is in use by another program (${code}).`);
  if (code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_NOTADB')
    return new StartError(78, `The database ${file} is damaged (${code}). Nothing was changed. ${RESTORE_HINT}`);
  if (FULL.test(code))
    return new StartError(78, `There is no room on the disk for ${file} (${code}). Nothing was changed. Free some first.`);
  if (REFUSED.test(code) || kind === 'folder')
    return new StartError(78, `The ${kind} ${file} cannot be used (${code}). Nothing was changed.`);
  return new StartError(78, `The database ${file} cannot be used (${code}). Nothing was changed. ${RESTORE_HINT}`);
}
