import { cp, mkdir, realpath, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { findBinaries } from '#kernel/server/database/embedded/embedded.ts';
import project from '../../package.json' with { type: 'json' };
import type { Engine } from './engine.ts';
import { findProgram, type Shell } from './shell.ts';
import { NotHere } from './steps.ts';

const root = resolve(import.meta.dirname, '../..');

/** An image named in compose.yaml or the Dockerfile, and its origin. */
export interface BaseImage {
  readonly name: string;
  readonly source: 'already there' | 'its registry' | 'substitute';
}

/** The substitute for an image, by its name without the version; the sibling folder has its Dockerfile. */
const substitutes: Readonly<Record<string, string>> = {
  node: 'node',
  caddy: 'caddy',
  postgres: 'postgres',
  'chrislusf/seaweedfs': 'store',
};
/** The folder of the substitute for an image, regardless of its version. */
export function substituteOf(image: string): string | undefined {
  return substitutes[image.split(':')[0] ?? ''];
}

/** The label on each substitute, by which a later run recognizes it. */
const label = 'komak.substitute';

/** The base system of all substitutes, from Debian's packages. */
const debian = 'komak-try/debian';

/** Ensures that these images exist: from their registry, or as substitutes built from packages. */
export async function prepareBaseImages(
  names: readonly string[],
  given: { shell: Shell; engine: Engine; folder: string },
): Promise<BaseImage[]> {
  const { engine } = given;
  const images: BaseImage[] = [];
  const missing: string[] = [];
  for (const name of names) {
    const source = await sourceOf(engine, name);
    // A substitute from an earlier run is built again, reusing unchanged layers.
    if (source === 'already there') images.push({ name, source });
    else if (
      await engine.docker('pull', name).then(
        () => true,
        () => false,
      )
    )
      images.push({ name, source: 'its registry' });
    else missing.push(name);
  }
  if (missing.length > 0) await makeDebian(given);
  for (const name of missing) {
    await buildSubstitute(name, given);
    images.push({ name, source: 'substitute' });
  }
  return images;
}

/** The origin of an existing image; null if it does not exist. */
async function sourceOf(engine: Engine, name: string): Promise<BaseImage['source'] | null> {
  const labels = await engine
    .docker('image', 'inspect', '--format', '{{json .Config.Labels}}', name)
    .catch(() => null);
  if (labels === null) return null;
  return labels.includes(label) ? 'substitute' : 'already there';
}

const isThere = (engine: Engine, name: string): Promise<boolean> =>
  engine.docker('image', 'inspect', name).then(
    () => true,
    () => false,
  );

async function makeDebian({ shell, engine, folder }: { shell: Shell; engine: Engine; folder: string }) {
  if (await isThere(engine, debian)) return;
  if (!findProgram('mmdebstrap')) {
    throw new NotHere(
      'no registry of images answers, and there is no mmdebstrap to build substitutes: apt-get install mmdebstrap',
    );
  }
  const archive = join(folder, 'debian.tar');
  const certificates = '/etc/ssl/certs/ca-certificates.crt';
  const { stdout } = await shell.run('apt-get', ['indextargets', '--format', '$(SITE)']);
  const mirror = stdout.split('\n').find((line) => /\/debian\/?$/.test(line.trim())) ?? '';
  const words = ['--variant=minbase', '--include=ca-certificates'];
  // The containers trust the same certificates as this machine: a mirror may have its own.
  const trust = existsSync(certificates) ? [`--customize-hook=copy-in ${certificates} /etc/ssl/certs`] : [];
  await shell.run('mmdebstrap', [...words, ...trust, 'bookworm', archive, ...(mirror ? [mirror] : [])]);
  await engine.docker('import', archive, debian);
}

async function buildSubstitute(
  name: string,
  { shell, engine, folder }: { shell: Shell; engine: Engine; folder: string },
): Promise<void> {
  const which = substituteOf(name);
  if (which === undefined)
    throw new Error(`there is no substitute for ${name}: tests/deploy/substitute-images`);
  const context = join(folder, `substitute-${which}`);
  await mkdir(context, { recursive: true });
  await cp(join(import.meta.dirname, 'substitute-images', which), context, { recursive: true });
  await contents[which]?.(shell, context);
  // The classic builder, which uses local images without contacting a registry.
  const environment = { ...engine.environment, DOCKER_BUILDKIT: '0' };
  await shell.run('docker', ['build', '--label', label, '--tag', name, context], { environment });
}

/** Additional contents of an image, beside the files of its folder. */
const contents: Readonly<Record<string, (shell: Shell, context: string) => Promise<void>>> = {
  async node(shell, context) {
    await cp(join(root, 'node_modules/node/bin/node'), join(context, 'node'));
    const npm = findProgram('npm');
    if (npm === null) throw new NotHere('there is no npm on this machine to be put into the image of Node');
    await cp(dirname(dirname(await realpath(npm))), join(context, 'npm'), { recursive: true });
    const settings = await Promise.all(
      ['registry', 'cafile'].map(async (name) => {
        const { stdout } = await shell.run('npm', ['config', 'get', name]);
        return stdout.trim() === 'null' ? '' : `${name}=${stdout.trim()}\n`;
      }),
    );
    await writeFile(join(context, 'npmrc'), settings.join(''));
  },
  async postgres(_shell, context) {
    const { postgres } = await findBinaries();
    await cp(dirname(dirname(postgres)), join(context, 'native'), {
      recursive: true,
      verbatimSymlinks: true,
    });
  },
  async store(_shell, context) {
    const name = '@20minutes/s3rver';
    const packages = { type: 'module', dependencies: { [name]: project.devDependencies[name] } };
    await writeFile(join(context, 'package.json'), JSON.stringify(packages));
  },
};

/** Packs the smallest system that can run a program, to check whether this machine can run containers. */
export async function smallestArchive(shell: Shell, folder: string): Promise<string> {
  const system = join(folder, 'smallest');
  const archive = join(folder, 'smallest.tar');
  const { stdout } = await shell.run('ldd', ['/bin/true']);
  const files = ['/bin/true', ...[...stdout.matchAll(/(\/\S+) \(0x/g)].map(([, path = '']) => path)];
  for (const path of files) {
    await cp(await realpath(path), join(system, path), { recursive: true });
  }
  await shell.run('tar', ['--create', '--file', archive, '--directory', system, '.']);
  return archive;
}
