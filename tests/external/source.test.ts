import { execFile, spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createApi } from '#kernel/testing/api.ts';
import { runKomak, type CommandResult } from '#kernel/testing/command.ts';
import { install, type Installation } from '../support/installation.ts';
import { openExternalFolder } from './support/external-folder.ts';

const root = resolve(import.meta.dirname, '../..');
const run = promisify(execFile);
let folder: string;
let source: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'komak-source-'));
  source = join(folder, 'eslatma');
  expect(await komak('new', 'plugin', 'eslatma', source)).toMatchObject({
    code: 0,
    out: expect.stringContaining(`plugin dev ${source} --key <file> --name <name>`),
  });
});
afterAll(() => rm(folder, { recursive: true }));

function komak(...words: readonly string[]): Promise<CommandResult> {
  return runKomak(words, { DATABASE_URL: '', KOMAK_DATA: join(folder, 'nothing') });
}

/** A copy of the source with one file changed. */
async function changed(path: string, change: (text: string) => string): Promise<string> {
  const copy = await mkdtemp(join(folder, 'copy-'));
  await cp(source, copy, { recursive: true });
  await writeFile(join(copy, path), change(await readFile(join(copy, path), 'utf8')));
  return copy;
}

test('a new plugin passes its checks as written', async () => {
  const { code, out } = await komak('plugin', 'check', source);
  expect(code).toBe(0);
  expect(out).toMatch(/pages: \/eslatma[^]*tables: eslatma_notes[^]*No problems were found\./);
  // No deployment says which keys are trusted, so that the check says nothing about the signature.
  expect(out).not.toContain('signed by');
  const files = await readdir(source, { recursive: true, withFileTypes: true });
  for (const file of files.filter((entry) => entry.isFile())) {
    expect(file.name).not.toMatch(/\.txt$/);
    expect(await readFile(join(file.parentPath, file.name), 'utf8')).not.toMatch(/sample_?plugin/i);
  }
  await run(process.execPath, ['--test', join(source, 'tests', 'texts.test.ts')]);
});

test('a new plugin names what its types need, and brings the types of plugin-api', async () => {
  const { devDependencies } = JSON.parse(await readFile(join(source, 'package.json'), 'utf8')) as {
    devDependencies: Record<string, string>;
  };
  const { dependencies } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  expect(devDependencies['react']).toBe(dependencies['react']);
  expect(Object.values(devDependencies)).not.toContain('*');
  const archive = devDependencies['@komak/plugin-api']?.replace('file:', '') ?? '';
  expect(await readdir(source)).toContain(archive);
  const { stdout } = await run('tar', ['-tzf', join(source, archive)]);
  expect(stdout).toContain('package/client.d.ts');
});

test('a new plugin compiles against the packed types, and a mistake in it does not', async () => {
  const external = await openExternalFolder(source);
  try {
    const manifest = await readFile(join(external.path, 'manifest.ts'), 'utf8');
    await writeFile(join(external.path, 'mistake.ts'), manifest.replace(", area: 'none'", ''));
    const output = await external.compile();
    expect(output).toMatch(/^mistake\.ts\(/);
    expect(output.match(/^\S.*error/gm)).toHaveLength(1);
  } finally {
    await external.remove();
  }
});

test.each(['class', 'route'])(
  'a new plugin with the id %s, a word that the code uses already, is valid',
  async (id) => {
    const path = join(folder, id);
    expect(await komak('new', 'plugin', id, path)).toMatchObject({ code: 0 });
    expect(await komak('plugin', 'check', path)).toMatchObject({ code: 0 });
    const external = await openExternalFolder(path);
    try {
      expect(await external.compile()).toBe('');
    } finally {
      await external.remove();
    }
  },
);

test.each<[string, readonly string[], string]>([
  ['an id that is none', ['new', 'plugin', 'My-Plugin'], 'is not a plugin id'],
  ['an id that is taken', ['new', 'plugin', 'streets'], 'is part of Ko‘mak'],
  ['a folder that is full', ['new', 'plugin', 'other', root], 'not empty'],
  ['a folder without a source', ['plugin', 'check', '/'], 'There is no manifest.ts'],
  ['a file that is not there', ['plugin', 'check', '/nothing.tgz'], 'There is no folder, package or .tgz'],
  [
    'dev without a server',
    ['plugin', 'dev', '/', '--key', join(root, 'package.json'), '--name', 'a'],
    'start one first (npm start)',
  ],
  [
    'dev of a folder that is not there',
    ['plugin', 'dev', '/nothing', '--key', join(root, 'package.json'), '--name', 'a'],
    'There is no folder /nothing to watch',
  ],
  ['no key', ['plugin', 'sign', '/nothing.tgz'], 'Name the key'],
  [
    'a key that is not there',
    ['plugin', 'sign', '/nothing.tgz', '--key', '/none', '--name', 'a'],
    'cannot be read',
  ],
])('rejects %s in a sentence', async (_what, words, sentence) => {
  expect(await komak(...words)).toMatchObject({ code: 1, out: expect.stringContaining(sentence) });
});

test.each<[string, string, (text: string) => string, string]>([
  [
    'a text that Russian lacks',
    'locales/ru.json',
    (text) => text.replace(/"list": "Список[^"]*"/, '"lost": "x"'),
    'locales/ru.json lacks "menu.list"',
  ],
  [
    'a path of another plugin',
    'manifest.ts',
    (text) => text.replace("path: '/eslatma'", "path: '/streets'"),
    'Its page has the path "/streets", and so has one of streets',
  ],
  [
    'a manifest that throws',
    'manifest.ts',
    (text) => `${text}\nthrow new Error('no ink');`,
    'The manifest cannot be evaluated: no ink',
  ],
  ['code that is none', 'server/index.ts', (text) => `${text}\nconst = ;`, 'cannot be bundled'],
  ['a version of its own', 'package.json', (text) => text.replace('1.0.0', '2.0.0'), 'they must be the same'],
  [
    'another plugin-api',
    'package.json',
    (text) => text.replace('^1', '^7'),
    'It requires plugin-api ^7, but this Ko‘mak has 1.',
  ],
  [
    'no plugin-api',
    'package.json',
    (text) => text.replace('"komak"', '"other"'),
    'does not name its version of plugin-api: "komak": { "apiVersion": "^1" }',
  ],
  [
    'a name that plugin-api does not have',
    'client/list-page.tsx',
    (text) => text.replaceAll('useText(', 'useTextt(').replace('useText,', 'useTextt,'),
    '"@komak/plugin-api/client" has no "useTextt"; did you mean "useText"?',
  ],
  [
    'a slot that nobody has',
    'manifest.ts',
    (text) => text.replace('[settingsSlot.id]', "['applications.asides', settingsSlot.id]"),
    'It extends "applications.asides", and applications has no such slot; did you mean "applications.aside"?',
  ],
])('check finds %s', async (_what, path, change, sentence) => {
  const { code, out } = await komak('plugin', 'check', await changed(path, change));
  expect(out).toContain(sentence);
  expect(code).toBe(1);
});

test('check finds every import of a module that works on this machine only or nowhere', async () => {
  const names = [
    '#kernel/client/index.ts',
    '#plugins/streets/contract.ts',
    'package-of-nobody',
    import.meta.filename,
    '../../eslatma/contract.ts',
    'node:fs',
    '@komak/plugin-api/server',
  ];
  const imports = names.map((name) => `import '${name}';\n`).join('');
  const { code, out } = await komak(
    'plugin',
    'check',
    await changed('client/index.ts', (text) => imports + text),
  );
  const api = '"@komak/plugin-api/contract" and "@komak/plugin-api/client".';
  expect(out.trim().split('\n').toSorted()).toEqual(
    [
      `which is internal to Ko‘mak; plugins import ${api}`,
      'which is internal to Ko‘mak; declare what you need of that plugin in contract.ts.',
      'which is not installed; run npm install for it in the folder of the plugin.',
      'which is an absolute path; use one that begins with "./" or "../".',
      'which is outside of the folder; copy it into the folder, or install it as a package.',
      'which is a module of Node, not available in browsers.',
      `which is not available to this module; it may import ${api}`,
    ]
      .map((advice, index) => `client/index.ts imports "${names[index]}", ${advice}`)
      .toSorted(),
  );
  expect(code).toBe(1);
});

test('an installed package is bundled, and its own imports are not checked', async () => {
  const copy = await changed(
    'server/index.ts',
    (text) => `import { greet } from 'greeter';\n${text}\nexport const greeting = greet();`,
  );
  const packageFolder = join(copy, 'node_modules', 'greeter');
  await mkdir(packageFolder, { recursive: true });
  await writeFile(
    join(packageFolder, 'package.json'),
    '{"name":"greeter","type":"module","main":"index.js"}',
  );
  await writeFile(
    join(packageFolder, 'index.js'),
    "import { hostname } from 'node:os'; export const greet = () => `Salom, ${hostname()}`;",
  );
  expect(await komak('plugin', 'check', copy)).toMatchObject({ code: 0 });
});

test('a syntax error is reported without colours', async () => {
  const { out } = await komak(
    'plugin',
    'check',
    await changed('client/index.ts', (text) => `${text}\nconst = ;`),
  );
  expect(out).toMatch(/client[\\/]index\.ts:\d+:\d+/);
  expect(out).not.toContain('\u001B');
});

test('explain names the slots that others may extend, with their props', async () => {
  expect((await komak('plugins', 'explain', 'applications')).out).toContain(
    '  slot: applications.aside { application: ApplicationDetail }\n  slot: applications.task ApplicationTaskProps\n',
  );
  expect((await komak('plugins', 'explain', 'kernel')).out).toBe(
    'slot: kernel.topBar\nslot: kernel.settings\nslot: kernel.floating\nslot: kernel.menu MenuSlotProps\n',
  );
});

test('the same source packs to the same bytes, which are signed', async () => {
  const [one, two] = [join(folder, 'one.tgz'), join(folder, 'two.tgz')];
  expect(await komak('plugin', 'pack', source, '--out', one)).toMatchObject({ code: 0 });
  await komak('plugin', 'pack', source, '--out', two);
  expect(await readFile(two)).toEqual(await readFile(one));
  const key = join(folder, 'my.key');
  expect(await komak('plugin', 'keygen', key)).toMatchObject({
    code: 0,
    out: expect.stringContaining('"keys"'),
  });
  expect(await komak('plugin', 'keygen', key)).toMatchObject({
    code: 1,
    out: expect.stringContaining('cannot be written'),
  });
  expect(await komak('plugin', 'sign', two, '--key', key, '--name', 'me')).toMatchObject({ code: 0 });
  expect(await komak('plugin', 'check', two)).toMatchObject({ code: 0 });
  expect(await readFile(two)).not.toEqual(await readFile(one));
});

test(
  'dev puts a source into the running system, and again after each change',
  { timeout: 180_000 },
  async () => {
    const key = join(folder, 'dev.key');
    const { out } = await komak('plugin', 'keygen', key);
    const own = JSON.parse(await readFile(join(root, 'deployment.json'), 'utf8')) as object;
    const trust = { keys: { me: /"<name>": "([^"]+)"/.exec(out)?.[1] } };
    const deployment = join(folder, 'deployment.json');
    await writeFile(deployment, JSON.stringify({ ...own, $schema: undefined, trust }));
    const installation: Installation = await install({ KOMAK_DEPLOYMENT: deployment });
    const child = spawn(
      process.execPath,
      ['kernel/app/server/komak.ts', 'plugin', 'dev', source, '--key', key, '--name', 'me'],
      {
        cwd: root,
        env: {
          ...process.env,
          DATABASE_URL: '',
          KOMAK_DATA: installation.data,
          KOMAK_DEPLOYMENT: deployment,
        },
      },
    );
    try {
      let output = '';
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (text) => void (output += String(text)));
      const api = createApi(installation.node.url);
      await vi.waitFor(() => expect(output).toContain('is being watched'), { timeout: 60_000 });
      // Without a session: the route exists.
      await vi.waitFor(async () => expect((await api.get('eslatma')).status).toBe(401), { timeout: 60_000 });

      const server = join(source, 'server', 'index.ts');
      const text = await readFile(server, 'utf8');
      await writeFile(server, text.replaceAll("path: 'eslatma'", "path: 'eslatma/renamed'"));
      await vi.waitFor(async () => expect((await api.get('eslatma/renamed')).status).toBe(401), {
        timeout: 60_000,
        interval: 20,
      });
      await writeFile(server, `${text}\nthrow new Error('no ink');`);
      await vi.waitFor(() => expect(output).toContain('server.js cannot be loaded: no ink'), {
        timeout: 60_000,
      });
      expect((await api.get('eslatma/renamed')).status).toBe(401);

      // While the server is down a change is not applied, and the folder is still watched.
      await installation.node.stop();
      await writeFile(server, text.replaceAll("path: 'eslatma'", "path: 'eslatma/lost'"));
      await vi.waitFor(() => expect(output).toContain('start one first (npm start)'), { timeout: 60_000 });
      const restarted = createApi((await installation.restart()).url);
      await writeFile(server, text.replaceAll("path: 'eslatma'", "path: 'eslatma/found'"));
      await vi.waitFor(async () => expect((await restarted.get('eslatma/found')).status).toBe(401), {
        timeout: 60_000,
      });
    } finally {
      child.kill();
      await installation.remove();
    }
  },
);
