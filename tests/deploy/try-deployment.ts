import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { backUpAndDrill, backUpIntoFile, restoreIntoNew } from './backups.ts';
import { findCompose } from './compose.ts';
import { checkEngine, findEngine, type Engine } from './engine.ts';
import { composeImages, nodes, prepareInstallation, type Installation } from './installation.ts';
import { killNode } from './kill-node.ts';
import { underLoad } from './load.ts';
import { openOffice, type Office } from './office.ts';
import { findPrevious } from './previous.ts';
import type { Shell } from './shell.ts';
import { prepareBaseImages, smallestArchive } from './substitute-images.ts';
import { NotHere, type Steps } from './steps.ts';
import { cookiesOfNodes, sendThroughNodes, workInBrowsers } from './story.ts';

/** The state shared by the steps. */
export interface Trial {
  readonly shell: Shell;
  readonly steps: Steps;
  readonly work: string;
  /** The name of the Compose project, with which the tags of its images start too. */
  readonly name: string;
  /** The functions that remove what was created, last one first. */
  readonly undo: (() => Promise<unknown>)[];
  /** The commit to upgrade from; otherwise one is chosen. */
  readonly from: string | undefined;
}

interface Built {
  readonly engine: Engine;
  readonly installation: Installation;
  /** The initial version, and that of this checkout. */
  readonly versions: { readonly first: string; readonly current: string };
}

/** Milliseconds of load before and after each operation. */
const calmMs = 3000;

/** Builds and runs everything in compose.yaml; the results are in the steps. */
export async function tryDeployment(trial: Trial): Promise<void> {
  const { steps } = trial;
  const engine = await steps.need('An engine that runs containers', () => prepareEngine(trial));
  const built = await steps.need('Images of the product, by its Dockerfile', () => build(trial, engine));
  const office = await steps.need('Start: nodes healthy, TLS, first admin', () => start(trial, built));
  await tryOffice(trial, built, office);
}

async function prepareEngine({ shell, work, name, undo }: Trial): Promise<[Engine, string]> {
  const engine = await findEngine(shell, join(work, 'engine'));
  undo.push(() => engine.stop());
  const probe = `${name}/smallest`;
  await checkEngine(engine, await smallestArchive(shell, work), probe);
  await engine.docker('rmi', probe);
  return [
    engine,
    `Docker ${engine.version}, ${engine.isOwn ? 'started for this run' : 'that of this machine'}`,
  ];
}

async function build(trial: Trial, engine: Engine | null): Promise<[Built, string]> {
  if (!engine) throw new NotHere('no engine');
  const { shell, work, name, undo } = trial;
  const compose = await findCompose(shell, engine, join(work, 'compose'));
  const bases = await prepareBaseImages(await composeImages(), { shell, engine, folder: work });
  const substitutes = bases.filter(({ source }) => source === 'substitute').map((image) => image.name);
  if (!engine.isOwn) undo.push(() => engine.docker('rmi', '--force', ...substitutes, 'komak-try/debian'));
  const previous = await findPrevious(shell, work, trial.from);
  const versions = { current: name, first: previous === null ? name : `${name}-previous` };
  const given = { shell, engine, compose, name, version: versions.first };
  const installation = await prepareInstallation({ ...given, folder: join(work, name) });
  await installation.composeAs(versions.current, 'build');
  undo.push(() => engine.docker('rmi', '--force', `komak:${versions.current}`));
  if (previous !== null) {
    const [program, ...words] = compose.command;
    const files = ['--project-directory', previous.folder, '--env-file', join(work, name, '.env')];
    const environment = { ...engine.environment, KOMAK_VERSION: versions.first };
    await shell.run(program, [...words, '--project-name', name, ...files, 'build', 'node-1'], {
      cwd: previous.folder,
      environment,
    });
    undo.push(() => engine.docker('rmi', '--force', `komak:${versions.first}`));
  }
  const from =
    previous === null ? 'no earlier version: no repository' : `and of ${previous.commit} to upgrade from`;
  const summary = `Compose ${compose.version}; this checkout, ${from}\nsubstitutes: ${substitutes.join(', ') || 'none'}`;
  return [{ engine, installation, versions }, summary];
}

async function start({ undo }: Trial, built: Built | null): Promise<[Office, string]> {
  if (!built) throw new NotHere('nothing is built');
  const { installation } = built;
  undo.push(() => installation.remove());
  await installation.compose('up', '--detach', '--no-build');
  await installation.untilHealthy('postgres', 'store', ...nodes);
  await installation.trustProxy();
  await cookiesOfNodes(installation);
  return [await openOffice(installation), `${installation.url}, ports ${installation.ports.join(' and ')}`];
}

async function tryOffice({ steps, work, name }: Trial, built: Built | null, office: Office | null) {
  const needed = () => {
    if (!built || !office) throw new NotHere('nothing runs');
    return { ...built, office };
  };
  await steps.check('An upgrade under load, node by node', async () => {
    const { installation, versions, office: staff } = needed();
    if (versions.first === versions.current) throw new NotHere('there is no earlier version to upgrade from');
    return underLoad(installation, staff, 'upgrade', () => upgrade(installation, versions.current));
  });
  const sent = await steps.need('An application with a file, between nodes', async () => {
    const { installation, office: staff } = needed();
    return sendThroughNodes(installation, staff);
  });
  await steps.check('Two browsers at two nodes', async () => {
    const { installation, office: staff } = needed();
    if (!sent) throw new NotHere('nothing was sent');
    return workInBrowsers(installation, staff, sent);
  });
  await steps.check('A node killed under load', async () => {
    const { engine, installation, office: staff } = needed();
    return underLoad(installation, staff, 'kill', async () => {
      await sleep(calmMs);
      await killNode(installation, engine, 'node-1');
      await sleep(calmMs);
    });
  });
  await steps.check('A stored backup, and a restore drill', () => backUpAndDrill(needed().installation));
  const folder = join(work, name);
  const file = await steps.need('A backup in a file', () => backUpIntoFile(needed().installation, folder));
  await steps.check('A machine lost, and all restored', async () => {
    const { installation, office: staff } = needed();
    if (!sent || file === null) throw new NotHere('there is no backup');
    return restoreIntoNew(installation, { office: staff, sent, folder });
  });
}

/** Replaces one node after the other, as kernel/running.md describes. */
async function upgrade(installation: Installation, version: string): Promise<void> {
  await sleep(calmMs);
  for (const node of nodes) {
    await installation.composeAs(version, 'up', '--detach', '--no-deps', '--no-build', node);
    installation.version = version;
    await installation.untilHealthy(node);
  }
  await sleep(calmMs);
}
