/** Why the server cannot start, in one sentence that says what to do; printed without a stack. */
export class StartupError extends Error {
  constructor(sentence: string, options?: ErrorOptions) {
    super(sentence, options);
    this.name = 'StartupError';
  }
}
