import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { deploymentSchema, pluginSettingsSchema } from '#kernel/contract/plugin/deployment.ts';
import { shippedPaths } from '#kernel/devtools/release/archive.ts';
import { linksOf } from './document-length.ts';
import { paths, root, sources } from './sources.ts';

function read(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

function foldersOf(path: string): readonly string[] {
  return readdirSync(join(root, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
}

/** The names in the first column of a page's tables. */
function namesOf(page: string): readonly string[] {
  return [...page.matchAll(/^\|([^|]+)\|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
  );
}

test('every direct dependency has a reason, and every named package is one', () => {
  const { dependencies, devDependencies } = JSON.parse(read('package.json')) as Record<
    'dependencies' | 'devDependencies',
    Readonly<Record<string, string>>
  >;
  const used = Object.keys({ ...dependencies, ...devDependencies });
  const names = namesOf(read('kernel/packages.md'));
  const specified = read('README.md').split(/[\s,|]+/);
  const fits = (name: string, named: string) =>
    named.endsWith('*') ? name.startsWith(named.slice(0, -1)) : name === named;
  expect(
    used.filter((name) => !specified.includes(name) && !names.some((named) => fits(name, named))),
  ).toEqual([]);
  expect(names.filter((named) => !used.some((name) => fits(name, named)))).toEqual([]);
});

test('every plugin is described', () => {
  expect([...namesOf(read('plugins/included.md'))].toSorted()).toEqual([...foldersOf('plugins')].toSorted());
});

test.each([
  ['Contract', 'kernel/contract'],
  ['App', 'kernel/app'],
  ['Server', 'kernel/server'],
  ['Records', 'kernel/records'],
  ['Browser', 'kernel/client'],
])('the part %s of folders.md describes every folder in %s', (heading, path) => {
  const [, rest = ''] = read('kernel/folders.md').split(`## ${heading}\n`);
  const [part = ''] = rest.split('\n## ');
  const described = namesOf(part).map((name) => name.split('/')[0]);
  expect([...new Set(described)].toSorted()).toEqual([...foldersOf(path)].toSorted());
});

test.each([
  ['kernel/README.md', 'kernel'],
  ['tests/README.md', 'tests'],
])('%s describes every folder in %s', (page, path) => {
  const [, part = ''] = /^((?:\|.*\n)+)/m.exec(read(page)) ?? [];
  const described = namesOf(part).map((name) => name.replace(/\/$/, ''));
  expect(described.toSorted()).toEqual([...foldersOf(path)].toSorted());
});

test('every view that the kernel publishes is described', () => {
  const views = sources(/\.sql$/).flatMap(({ text }) => text.match(/\bkernel_v1_\w+(?= as\b)/g) ?? []);
  expect(
    [...namesOf(read('plugins/imports.md'))].filter((name) => name.startsWith('kernel_v1_')).toSorted(),
  ).toEqual([...new Set(views)].toSorted());
});

test('every slot of the kernel is described', () => {
  const slots = read('kernel/contract/plugin/slot.ts').match(/(?<=>\(')kernel\.\w+/g) ?? [];
  expect(slots.length).toBeGreaterThan(3);
  const page = read('kernel/plugin-api/reference/slots.md');
  expect(slots.filter((id) => !page.includes(`\`${id}\``))).toEqual([]);
});

test('every variable that the server reads is described', () => {
  const deprecated = ['KOMAK_LEAVE_SECONDS'];
  const variables = sources(/^kernel\/server\/config\/[\w-]+(?<!\.test)\.ts$/).flatMap(
    ({ text }) => text.match(/(?<=')(?:KOMAK|S3|DATABASE|OTEL)_[A-Z0-9_]+(?=')/g) ?? [],
  );
  const pages = `${read('kernel/running.md')}${read('kernel/monitoring/README.md')}`;
  const missing = new Set(variables).difference(
    new Set([...pages.matchAll(/`([A-Z0-9_]+)[`=]/g)].map(([, name]) => name)),
  );
  expect([...missing].filter((name) => !deprecated.includes(name))).toEqual([]);
});

test('every key of deployment.json is described', () => {
  const keys = [...Object.keys(deploymentSchema.shape), ...Object.keys(pluginSettingsSchema.shape)];
  const described = namesOf(read('kernel/running/deployment.md'));
  expect(keys.filter((key) => key !== '$schema').toSorted()).toEqual(described.toSorted());
});

test('every link of a page in a release leads to a file of the release', () => {
  const shipped = paths().filter((path) =>
    shippedPaths.some((one) => path === one || path.startsWith(`${one}/`)),
  );
  const broken = sources(/\.md$/)
    .filter(({ path }) => shipped.includes(path))
    .flatMap((page) =>
      linksOf(page)
        .map((link) => link.split('#')[0] ?? '')
        .filter((file) => file !== '')
        .map((file) => join(dirname(page.path), file).replace(/\/$/, ''))
        .filter((file) => !shipped.some((path) => path === file || path.startsWith(`${file}/`)))
        .map((file) => `${page.path}: ${file}`),
    );
  expect(broken).toEqual([]);
});
