/** The result of a step: passed, failed, or not run, with the reason. */
export type Outcome = 'passed' | 'failed' | 'not run';

/** A row of the table. */
export interface StepResult {
  readonly name: string;
  readonly outcome: Outcome;
  readonly seconds: number;
  /** Figures of a passed step, or why it did not pass. */
  readonly note: string;
}

/** Thrown by a step that this machine cannot run. */
export class NotHere extends Error {}

/**
 * Runs steps one after another; steps that depend on one that did not pass are not run, and reported as such.
 */
export class Steps {
  readonly results: StepResult[] = [];
  readonly #print: (line: string) => void;
  #missing: string | null = null;

  constructor(print: (line: string) => void) {
    this.#print = print;
  }

  /** Runs a step that later ones depend on; null if it did not pass. */
  async need<Result>(name: string, work: () => Promise<[Result, note: string]>): Promise<Result | null> {
    const result = await this.#run(name, work);
    if (result === null) this.#missing ??= name;
    return result?.[0] ?? null;
  }

  /** Runs a step that no other depends on. It returns the note for the table. */
  async check(name: string, work: () => Promise<string>): Promise<void> {
    await this.#run(name, async () => [null, await work()]);
  }

  async #run<Result>(
    name: string,
    work: () => Promise<[Result, note: string]>,
  ): Promise<[Result, string] | null> {
    if (this.#missing !== null) {
      this.#add({ name, outcome: 'not run', seconds: 0, note: `needs "${this.#missing}"` });
      return null;
    }
    const began = performance.now();
    const secondsSince = () => (performance.now() - began) / 1000;
    try {
      const result = await work();
      this.#add({ name, outcome: 'passed', seconds: secondsSince(), note: result[1] });
      return result;
    } catch (error) {
      const note = error instanceof Error ? error.message : String(error);
      const outcome = error instanceof NotHere ? 'not run' : 'failed';
      this.#add({ name, outcome, seconds: secondsSince(), note });
      return null;
    }
  }

  #add(result: StepResult): void {
    this.results.push(result);
    this.#print(rowOf(result));
  }
}

const widthOfName = 44;

/** A row of the table as text; a long note continues on lines below it. */
export function rowOf({ name, outcome, seconds, note }: StepResult): string {
  const [first = '', ...more] = note.split('\n');
  const row = `${name.padEnd(widthOfName)}${outcome.toUpperCase().padEnd(9)}${seconds.toFixed(1).padStart(7)} s  ${first}`;
  return [row.trimEnd(), ...more.map((line) => `    ${line}`)].join('\n');
}

/** 0 if every step passed, 1 if one failed, 2 if none failed but one was not run. */
export function exitCodeOf(results: readonly StepResult[]): 0 | 1 | 2 {
  const outcomes = new Set(results.map(({ outcome }) => outcome));
  if (outcomes.has('failed')) return 1;
  return outcomes.has('not run') || results.length === 0 ? 2 : 0;
}
