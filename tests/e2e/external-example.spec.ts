import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { openExternalFolder, type ExternalFolder } from '../external/support/external-folder.ts';
import { Api } from './support/api.ts';
import { inLanguage } from './support/records.ts';
import { deploymentWith, startProduct, type Server } from './support/server.ts';
import { makeAdmin, makeRole, tokenOf, untilLive } from './support/staff.ts';
import { expect, test } from './support/test.ts';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../..');
let folder: string;
let external: ExternalFolder;
let server: Server;
let api: Api;
let writer: { readonly login: string };

const komak = (...words: string[]) =>
  run(process.execPath, ['kernel/app/server/komak.ts', ...words], { cwd: root }).then(({ stdout }) => stdout);

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  test.setTimeout(180_000);
  folder = await mkdtemp(join(tmpdir(), 'komak-example-'));
  external = await openExternalFolder(join(root, 'tests/external/example'));
  const output = await komak('plugin', 'keygen', join(folder, 'my.key'));
  const publicKey = /"<name>": "([^"]+)"/.exec(output)?.[1] ?? '';
  server = await startProduct(
    deploymentWith((deployment) => void (deployment.trust = { keys: { me: publicKey } })),
  );
  api = new Api(server.url);
});
test.afterAll(async () => {
  await server.close();
  await external.remove();
  await rm(folder, { recursive: true });
});

test('an external developer compiles, packs, signs and adds the example with the packed types only', async () => {
  expect(await external.compile()).toBe('');
  const archive = join(folder, 'eslatma.tgz');
  await komak('plugin', 'pack', external.path, '--out', archive);
  await komak('plugin', 'sign', archive, '--key', join(folder, 'my.key'), '--name', 'me');
  expect(await server.command('plugin', 'add', archive, '--yes')).toMatchObject({ code: 0 });
  expect(await server.command('plugins', 'enable', 'eslatma')).toMatchObject({ code: 0 });
  const role = await makeRole(api, { permissions: ['eslatma_write'] });
  writer = await makeAdmin(api, { role_id: role.id });
});

for (const [language] of inLanguage('uz')) {
  test(`its page, its list, its event and its card work, in ${language}`, async ({ open }) => {
    const uz = language === 'uz';
    const token = await tokenOf(server.url, writer.login);
    const page = await open(server.url, { token }, { path: '/eslatma', language }, api);
    const other = await open(server.url, { token }, { path: '/eslatma', language }, api);
    const heading = uz ? 'Eslatmalar roʻyxati' : 'Список заметок';
    await expect(page.getByRole('heading', { name: heading })).toBeVisible();
    if (uz) await expect(page.getByText('Hozircha eslatma yoʻq')).toBeVisible();
    await Promise.all([untilLive(page), untilLive(other)]);

    const text = `Qogʻoz olib kelish ${language}`;
    await page.getByLabel(uz ? 'Yangi eslatma' : 'Новая заметка').fill(text);
    await page.getByRole('button', { name: uz ? 'Qoʻshish' : 'Добавить' }).click();
    await expect(page.getByText(text)).toBeVisible();
    await expect(other.getByText(text)).toBeVisible();
    await page.goto('/settings');
    await expect(
      page.getByText(uz ? 'Eslatmalar plagini yoqilgan.' : 'Плагин заметок включён.'),
    ).toBeVisible();
  });
}
