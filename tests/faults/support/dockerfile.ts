import { execFileSync, spawn } from 'node:child_process';
import { cp, mkdir, readFile } from 'node:fs/promises';
import { dirname, join, matchesGlob } from 'node:path';

/** The result of the last stage of a Dockerfile: a folder, and how it is run. */
export interface BuiltImage {
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly command: readonly string[];
  readonly healthCommand: readonly string[];
  /** Steps that need machine privileges, and were skipped. */
  readonly skipped: readonly string[];
}

/**
 * Runs the steps of the Dockerfile in folders, stage by stage, without an engine: the same copies and
 * commands, but with this machine's system and Node, as this user.
 */
export async function buildWithoutEngine(root: string, work: string): Promise<BuiltImage> {
  const context = await contextOf(root);
  const image = { folder: '', environment: {}, command: [''], healthCommand: [''], skipped: [] as string[] };
  for (const [word = '', rest = ''] of await stepsOf(root)) {
    if (word === 'FROM') {
      const name = / AS (\w+)$/.exec(rest)?.[1] ?? 'last';
      image.folder = join(work, name);
      await mkdir(image.folder);
    } else if (word === 'COPY') {
      await copy(rest, { root, work, context, to: image.folder });
    } else if (word === 'RUN') {
      if (/\bchown\b/.test(rest)) image.skipped.push(rest);
      else await run(rest, image.folder);
    } else if (word === 'ENV') {
      Object.assign(image.environment, Object.fromEntries(rest.split(' ').map((pair) => pair.split('='))));
    } else if (word === 'CMD') {
      image.command = JSON.parse(rest) as string[];
    } else if (word === 'HEALTHCHECK') {
      image.healthCommand = JSON.parse(rest.slice(rest.indexOf('['))) as string[];
    }
  }
  return image;
}

/** Files that the Dockerfile copies and that do not exist or that `.dockerignore` excludes. */
export async function missingFiles(root: string): Promise<string[]> {
  const context = await contextOf(root);
  const copies = (await stepsOf(root)).filter(
    ([word, rest]) => word === 'COPY' && !rest.startsWith('--from='),
  );
  const paths = copies.flatMap(([, rest]) => rest.split(' ').slice(0, -1)).filter((path) => path !== '.');
  return paths.filter((path) => !context.some((name) => isUnder(name, path)));
}

/** The files of the build context that the last stage copies. */
export async function copiedFiles(root: string): Promise<string[]> {
  const context = await contextOf(root);
  const steps = await stepsOf(root);
  const paths = steps
    .slice(steps.findLastIndex(([word]) => word === 'FROM'))
    .filter(([word, rest]) => word === 'COPY' && !rest.startsWith('--from='))
    .flatMap(([, rest]) => rest.split(' ').slice(0, -1));
  return context.filter((name) => paths.some((path) => isUnder(name, path)));
}

async function stepsOf(root: string): Promise<[word: string, rest: string][]> {
  const text = await readFile(join(root, 'Dockerfile'), 'utf8');
  const lines = text
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  return lines.map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)]);
}

/**
 * The build context: tracked files, and untracked ones that are not ignored, without those in
 * `.dockerignore`.
 */
async function contextOf(root: string): Promise<string[]> {
  const ignored = (await readFile(join(root, '.dockerignore'), 'utf8')).split('\n').filter(Boolean);
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  const names = listed.split('\n').filter(Boolean);
  return names.filter((name) => !ignored.some((pattern) => isUnder(name, pattern)));
}

function isUnder(name: string, pattern: string): boolean {
  return matchesGlob(name, pattern) || matchesGlob(name, `${pattern}/**`);
}

async function copy(
  rest: string,
  { root, work, context, to }: { root: string; work: string; context: readonly string[]; to: string },
): Promise<void> {
  const from = /^--from=(\w+) /.exec(rest)?.[1];
  const paths = rest.replace(/^--from=\w+ /, '').split(' ');
  const target = paths.pop() ?? '';
  for (const path of paths) {
    if (from !== undefined) {
      const inside = path.replace(/^\/app\//, '');
      await cp(join(work, from, inside), join(to, target === './' ? inside : target), { recursive: true });
      continue;
    }
    for (const name of context.filter((one) => path === '.' || isUnder(one, path))) {
      await mkdir(dirname(join(to, name)), { recursive: true });
      await cp(join(root, name), join(to, name));
    }
  }
}

async function run(command: string, cwd: string): Promise<void> {
  const child = spawn('sh', ['-c', command], { cwd, stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
  const code = await new Promise((done) => child.once('close', done));
  if (code !== 0) throw new Error(`${command} ended with ${String(code)}\n${output}`);
}
