import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { extract } from 'tar-stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { digestOf, makeArchive, readFiles, shippedPaths } from './archive.ts';
import { evaluateAudit } from './evaluate-audit.ts';
import { formatLicenses, isAllowedLicense, readLicenses } from './licenses.ts';
import { makeProvenance } from './provenance.ts';
import { committedFiles, makeReleaseFiles } from './release-files.ts';
import { licenseOf, readSbom, type Sbom } from './sbom.ts';

const root = resolve(import.meta.dirname, '../../..');
const time = new Date('2026-05-06T07:08:09Z');

describe('the list of shipped packages', () => {
  let sbom: Sbom;
  beforeAll(async () => {
    sbom = await readSbom(root, time);
  });

  test('lists each package of a production installation with its version and digest', async () => {
    const lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { version: string; dev?: boolean }>;
    };
    const named = new Set(sbom.components.map(({ name, version }) => `${name}@${version}`));
    const missing = Object.entries(lock.packages)
      .filter(([path, { dev }]) => path !== '' && dev !== true)
      .map(([path, { version }]) => `${path.slice(path.lastIndexOf('node_modules/') + 13)}@${version}`)
      .filter((name) => !named.has(name));
    expect(missing).toEqual([]);
    for (const { name, hashes } of sbom.components) expect(hashes, name).toHaveLength(1);
    expect(sbom.components.find(({ name }) => name === 'react')?.purl).toMatch(/^pkg:npm\/react@19/);
  });

  test('is the same for the same commit', async () => {
    expect(await readSbom(root, time)).toEqual(sbom);
    expect(sbom.components.map((one) => one['bom-ref'])).toHaveLength(
      new Set(sbom.components.map((one) => one['bom-ref'])).size,
    );
    expect(sbom.metadata.timestamp).toBe(time.toISOString());
  });

  test('has only reviewed licences, with their texts', async () => {
    const rejected = sbom.components.filter((component) => !isAllowedLicense(licenseOf(component)));
    expect(rejected.map((component) => `${component.name}: ${licenseOf(component)}`)).toEqual([]);
    const licenses = await readLicenses(root, sbom.components);
    const text = formatLicenses(licenses);
    expect(text).toContain('maplibre-gl');
    expect(text).toContain('Permission is hereby granted, free of charge');
    expect(licenses.find(({ name }) => name === 'react')?.texts.join('')).toContain('Meta Platforms');
  });
});

test('a licence is judged as an SPDX expression', () => {
  expect(isAllowedLicense('MIT')).toBe(true);
  expect(isAllowedLicense('(GPL-3.0-only OR MIT)')).toBe(true);
  expect(isAllowedLicense('MIT AND GPL-3.0-only')).toBe(false);
  expect(isAllowedLicense('')).toBe(false);
});

/** Name, content and time of each file in an archive. */
async function entriesOf(archive: Buffer): Promise<[string, string, Date | undefined][]> {
  const entries: [string, string, Date | undefined][] = [];
  for await (const entry of Readable.from([gunzipSync(archive)]).pipe(extract())) {
    const chunks: Buffer[] = [];
    for await (const chunk of entry) chunks.push(chunk as Buffer);
    entries.push([entry.header.name, Buffer.concat(chunks).toString(), entry.header.mtime]);
  }
  return entries;
}

describe('a release', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'komak-release-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  test('has the licences and the package list in its archive', async () => {
    const files = [{ path: 'README.md', content: Buffer.from('read') }];
    const made = await makeReleaseFiles({ root, folder: 'komak-1', files, time });
    const entries = new Map(
      (await entriesOf(made['komak-1.tar.gz']!)).map(([name, content]) => [name, content]),
    );
    expect([...entries.keys()]).toEqual([
      'komak-1/README.md',
      'komak-1/sbom.cdx.json',
      'komak-1/third-party-licenses.txt',
    ]);
    for (const name of ['sbom.cdx.json', 'third-party-licenses.txt'])
      expect(entries.get(`komak-1/${name}`)).toBe(made[name]?.toString());
  });

  test('contains committed files only', async () => {
    const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: folder });
    git('init', '--quiet');
    await mkdir(join(folder, 'kernel'));
    for (const [path, content] of [
      ['.gitignore', 'secrets.env\n'],
      ['kernel/secrets.env', 'KEY=1'],
      ['kernel/one.ts', ''],
      ['other.ts', ''],
    ] as const)
      await writeFile(join(folder, path), content);
    git('add', '.');
    expect(await committedFiles(folder, ['kernel'])).toEqual(['kernel/one.ts']);
  });

  test('has the same licences on every build machine: a package of one platform includes its text', async () => {
    const names = ['everywhere', 'on-linux'] as const;
    const packages = Object.fromEntries(
      names.map((name) => [
        `node_modules/${name}`,
        { version: '1.0.0', ...(name === 'on-linux' && { os: ['linux'] }) },
      ]),
    );
    for (const name of names) {
      await mkdir(join(folder, 'node_modules', name), { recursive: true });
      await writeFile(join(folder, 'node_modules', name, 'LICENSE'), 'the text');
    }
    await writeFile(join(folder, 'node_modules/.package-lock.json'), JSON.stringify({ packages }));
    const components = names.map((name) => ({
      type: 'library' as const,
      'bom-ref': name,
      name,
      version: '1.0.0',
      purl: name,
      hashes: [],
    }));
    const found = await readLicenses(folder, components);
    expect(found.map(({ name, texts }) => [name, texts])).toEqual([
      ['everywhere', ['the text']],
      ['on-linux', []],
    ]);
  });

  test('has every module that its server loads, including demonstration data', async () => {
    const shipped = new Set(await committedFiles(root, shippedPaths));
    const entries = [...shipped].filter((path) =>
      /^(kernel\/app\/server\/(start|komak)|plugins\/\w+\/(manifest|server\/index|demo\/index))\.ts$/.test(
        path,
      ),
    );
    expect(entries.length).toBeGreaterThan(30);
    const missing: string[] = [];
    const seen = new Set(entries);
    for (const path of seen) {
      const text = await readFile(join(root, path), 'utf8');
      const loaded = text.matchAll(
        /(?:^(?:import|export) (?!type)[^;'"]*?from |^import |import\()'([#.][^']+)'/gm,
      );
      for (const [, specifier = ''] of loaded) {
        const target = specifier.startsWith('#') ? specifier.slice(1) : join(path, '..', specifier);
        if (shipped.has(target)) seen.add(target);
        else missing.push(`${path}: ${specifier}`);
      }
    }
    expect(missing).toEqual([]);
    expect(seen.size).toBeGreaterThan(300);
  });
});

describe('an archive', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'komak-release-'));
    await mkdir(join(folder, 'kernel/b'), { recursive: true });
    for (const path of ['kernel/b/two.ts', 'kernel/one.ts', 'kernel/one.test.ts', 'README.md', 'left.md']) {
      await writeFile(join(folder, path), path);
    }
  });
  afterAll(() => rm(folder, { recursive: true }));
  const make = async () => makeArchive('komak-1', await readFiles(folder, ['README.md', 'kernel']), time);

  test('has the named files and folders, sorted, without tests', async () => {
    expect(await entriesOf(await make())).toEqual([
      ['komak-1/README.md', 'README.md', time],
      ['komak-1/kernel/b/two.ts', 'kernel/b/two.ts', time],
      ['komak-1/kernel/one.ts', 'kernel/one.ts', time],
    ]);
  });

  test('has the same bytes on another day', async () => {
    const before = digestOf(await make());
    await utimes(join(folder, 'kernel/one.ts'), new Date(0), new Date(0));
    expect(digestOf(await make())).toBe(before);
    await writeFile(join(folder, 'kernel/one.ts'), 'changed');
    expect(digestOf(await make())).not.toBe(before);
  });
});

test('the provenance names each file with its digest, the commit and the packages', () => {
  const digests = { 'komak-1.tar.gz': 'aa', 'sbom.cdx.json': 'bb' };
  const origin = { version: '1', commit: 'cc', time, digests, lockDigest: 'dd', node: 'v24', npm: '11' };
  expect(makeProvenance(origin)).toMatchObject({
    subject: [
      { name: 'komak-1.tar.gz', digest: { sha256: 'aa' } },
      { name: 'sbom.cdx.json', digest: { sha256: 'bb' } },
    ],
    predicate: {
      buildDefinition: {
        resolvedDependencies: [{ digest: { gitCommit: 'cc' } }, { digest: { sha256: 'dd' } }],
      },
    },
  });
});

test('vulnerabilities fail from high severity on; an unreachable registry is reported', () => {
  const report = (...severities: readonly string[]) =>
    JSON.stringify({
      vulnerabilities: Object.fromEntries(severities.map((severity, index) => [`p${index}`, { severity }])),
    });
  expect(evaluateAudit(report())).toMatchObject({ succeeded: true });
  expect(evaluateAudit(report('low', 'moderate'))).toMatchObject({ succeeded: true });
  expect(evaluateAudit(report('low', 'high'))).toEqual({
    succeeded: false,
    message: 'Packages with known vulnerabilities: p1 (high)',
  });
  expect(evaluateAudit('{"message":"405 Method Not Allowed"}').message).toContain('not checked');
  expect(evaluateAudit('').message).toContain('not checked');
});
