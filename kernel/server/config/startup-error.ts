/** Why the server cannot start, in one sentence that says what to do; printed without a stack trace. */
export class StartupError extends Error {
  constructor(sentence: string, options?: ErrorOptions) {
    super(sentence, options);
    this.name = 'StartupError';
  }
}

/** Exits the process with the reason on standard error: a sentence, or the stack trace of an internal error. */
export function failStart(error: unknown): never {
  const text = error instanceof StartupError ? error.message : ((error as Error).stack ?? String(error));
  process.stderr.write(`\nKo‘mak did not start. ${text}\n`);
  process.exit(1);
}
