import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openShell } from './shell.ts';
import { exitCodeOf, Steps } from './steps.ts';
import { tryDeployment } from './try-deployment.ts';

const usage = `npm run deploy:try -- [--keep] [--work <folder>] [--from <commit>]

Builds compose.yaml as a whole and runs it: proxy with TLS, two nodes, PostgreSQL, a bucket. Exit status 0: every step
passed; 1: one failed; 2: none failed, and this machine could not do one.

  --keep   leaves the installation running, with a Docker of its own where there was none
  --work   a folder for images and logs, which is kept for the next run
  --from   the commit from which it is upgraded; otherwise the one before the newest migration
`;

const print = (line: string) => void process.stdout.write(`${line}\n`);

const { values } = parseArgs({
  options: {
    keep: { type: 'boolean', default: false },
    work: { type: 'string' },
    from: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  print(usage);
  process.exit(0);
}
const work = values.work === undefined ? await mkdtemp(join(tmpdir(), 'komak-try-')) : resolve(values.work);
await mkdir(work, { recursive: true });
const shell = openShell(join(work, 'log.txt'));
const steps = new Steps(print);
const name = `komak-try-${randomBytes(3).toString('hex')}`;
const undo: (() => Promise<unknown>)[] = [];
const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort());
try {
  print(`Output of the programs: ${shell.log}\n`);
  const left = new Promise<never>((_done, failed) =>
    interrupted.signal.addEventListener('abort', () => failed(new Error('interrupted'))),
  );
  await Promise.race([tryDeployment({ shell, steps, work, name, undo, from: values.from }), left]);
} catch (error) {
  print(`\n${(error as Error).message}`);
  process.exitCode = 1;
} finally {
  if (values.keep) print(`\nLeft running: project ${name}, ${work}`);
  else {
    for (const one of undo.toReversed())
      await one().catch((error: Error) => print(`not removed: ${error.message}`));
    shell.close();
    const isKept = values.work !== undefined || exitCodeOf(steps.results) === 1;
    if (!isKept) await rm(work, { recursive: true, force: true });
  }
}
const count = (outcome: string) => steps.results.filter((result) => result.outcome === outcome).length;
print(`\n${count('passed')} passed, ${count('failed')} failed, ${count('not run')} not run`);
process.exit(process.exitCode ?? exitCodeOf(steps.results));
