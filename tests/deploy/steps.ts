/** What came of a step: done, a fault, or nothing, with the reason. */
export type Outcome = 'passed' | 'failed' | 'not run';

/** A row of the table. */
export interface StepResult {
  readonly name: string;
  readonly outcome: Outcome;
  readonly seconds: number;
  /** Figures of a step that passed, or why it did not. */
  readonly note: string;
}

/** Thrown by a step that this machine cannot do. */
export class NotHere extends Error {}

/** Runs steps one after another; those that need a step which is not done are not run either, and say so. */
export class Steps {
  readonly results: StepResult[] = [];
  readonly #print: (line: string) => void;
  #missing: string | null = null;

  constructor(print: (line: string) => void) {
    this.#print = print;
  }

  /** Runs a step that later ones need; null when it was not done. */
  async need<Result>(name: string, work: () => Promise<[Result, note: string]>): Promise<Result | null> {
    const result = await this.#run(name, work);
    if (result === null) this.#missing ??= name;
    return result?.[0] ?? null;
  }

  /** Runs a step on which no other depends. It returns what the table says of it. */
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

/** A row of the table as text; the further lines of a long note stand under it. */
export function rowOf({ name, outcome, seconds, note }: StepResult): string {
  const [first = '', ...more] = note.split('\n');
  const row = `${name.padEnd(widthOfName)}${outcome.toUpperCase().padEnd(9)}${seconds.toFixed(1).padStart(7)} s  ${first}`;
  return [row.trimEnd(), ...more.map((line) => `    ${line}`)].join('\n');
}

/** 0 when every step passed, 1 when one failed, 2 when none failed and one was not run. */
export function exitCodeOf(results: readonly StepResult[]): 0 | 1 | 2 {
  const outcomes = new Set(results.map(({ outcome }) => outcome));
  if (outcomes.has('failed')) return 1;
  return outcomes.has('not run') || results.length === 0 ? 2 : 0;
}
