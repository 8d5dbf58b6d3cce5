/** Why the process cannot start: one sentence, and the exit code (78 the data is not usable, 75 another process has it). */
export class StartError extends Error {
  override readonly name = 'StartError';

  constructor(
    readonly exitCode: 75 | 78,
    message: string,
  ) {
    super(message);
  }
}
