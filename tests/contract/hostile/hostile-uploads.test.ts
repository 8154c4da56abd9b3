import { readdir, readlink } from 'node:fs/promises';
import { connect } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ErrorBody, StoredFile } from '#kernel/contract/index.ts';
import { random } from '#kernel/devtools/demo/people.ts';
import type { ApiClient, ApiFile } from '#kernel/testing/api.ts';
import { mimetypes, pdf } from '#kernel/testing/samples.ts';
import { testServer, type TestServer } from '#kernel/testing/server.ts';
import { hostileUploads, script, type Upload } from './uploads.ts';

const officeTypes: readonly string[] = [mimetypes.docx, mimetypes.xlsx];

let server: TestServer;
let operator: ApiClient;
let uploads: Upload[];

beforeAll(async () => {
  uploads = await hostileUploads();
  server = await testServer({ plugins: ['applications', 'households'] });
  operator = await server.signIn({
    role: 'super_admin',
    permissions: ['application_receiver', 'household_add'],
  });
  const { rows } = await sql<{ id: number }>`
    insert into neighborhoods (name_uz, name_ru, coords, color)
    values ('Bogʻ', 'Сад', '[[41,60],[41,61],[42,61]]', '#0b7480') returning id`.execute(server.database);
  neighborhoodId = rows[0]?.id ?? 0;
});
afterAll(() => server?.close());

let neighborhoodId: number;

/** Creates an application with files. */
function send(files: readonly ApiFile[]) {
  return operator.upload<ErrorBody & { id: number; files: StoredFile[] }>(
    'applications',
    {
      neighborhood_id: neighborhoodId,
      employment_status: 'unemployed',
      salary: 'tikuvchilik',
      planned_assistance: 'Tom',
      first_name: 'Anvar',
      last_name: 'Oʻrinboyev',
    },
    files,
  );
}

/** Files in the server's folder, complete or partial. */
async function countStoredFiles(): Promise<number> {
  const entries = await readdir(server.data, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile() && entry.parentPath.includes('files')).length;
}

async function countFileRows(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from files`.execute(
    server.database,
  );
  return rows[0]?.count ?? 0;
}

/** Open descriptors of this process, which runs the server, in its folder. */
async function openDescriptors(): Promise<string[]> {
  const names = await readdir('/proc/self/fd');
  const targets = await Promise.all(names.map((name) => readlink(`/proc/self/fd/${name}`).catch(() => '')));
  return targets.filter((target) => target.startsWith(server.data));
}

async function checkUpload({ title, name, type, content, verdict }: Upload, sender = send): Promise<void> {
  const { status, body } = await sender([{ name, type, content }]);
  if (verdict !== 'taken') {
    const statuses = { type_refused: 415, too_large: 413, too_many_pixels: 413 };
    expect({ status, code: body.code }, title).toEqual({ status: statuses[verdict], code: verdict });
    return;
  }
  expect(status, `${title} ${JSON.stringify(body)}`).toBe(201);
  const [file] = body.files;
  if (!file) throw new Error(`${title}: no file in the answer`);
  await assertHarmless(file, title);
}

/** A served file can be neither executed nor framed nor sniffed as another type. */
async function assertHarmless(file: StoredFile, what: string): Promise<void> {
  expect(file.name, what).not.toMatch(/[/\\<>"\p{Cc}\p{Cf}]/u);
  const response = await fetch(server.url + file.url, { headers: { authorization: operator.token ?? '' } });
  expect(response.status, what).toBe(200);
  const type = response.headers.get('content-type') ?? '';
  const isOffice = officeTypes.includes(type);
  expect(isOffice || /^(image\/(jpeg|png|webp)|application\/pdf)$/.test(type), `${what}: ${type}`).toBe(true);
  expect(response.headers.get('x-content-type-options'), what).toBe('nosniff');
  expect(response.headers.get('content-security-policy'), what).toBe("sandbox; default-src 'none'");
  expect(response.headers.get('content-disposition'), what).toMatch(
    isOffice ? /^attachment; filename="[\w.-]+"; / : /^(inline|attachment); filename="[\w.-]+"; /,
  );
  const bytes = Buffer.from(await response.arrayBuffer());
  const holdsOther = bytes.includes(script) || bytes.includes('<?php');
  // An office document is itself an archive.
  expect(holdsOther || (!isOffice && bytes.includes('PK\u0003\u0004')), what).toBe(false);
}

it('accepts or rejects every hostile upload as expected, and stores accepted ones only', async () => {
  expect(uploads.length).toBeGreaterThanOrEqual(150);
  for (const upload of uploads) await checkUpload(upload);
  expect(await countFileRows()).toBe(uploads.filter(({ verdict }) => verdict === 'taken').length);
  expect(await countStoredFiles()).toBe(await countFileRows());
  await expect.poll(openDescriptors).toEqual([]);
}, 300_000);

/** A sample of every kind and verdict, except size, for which each form has its own limit. */
function sampleUploads(): Upload[] {
  const verdicts = new Set(
    uploads.map(({ verdict }) => verdict).filter((verdict) => verdict !== 'too_large'),
  );
  return [...verdicts].flatMap((verdict) =>
    uploads.filter((upload) => upload.verdict === verdict).filter((_, index) => index % 6 === 0),
  );
}

it('accepts or rejects them alike in a message of the timeline', async () => {
  const sample = sampleUploads();
  expect(sample.length).toBeGreaterThanOrEqual(25);
  const before = await countFileRows();
  const { id } = (await send([])).body;
  for (const upload of sample) {
    await checkUpload(upload, (files) =>
      operator.upload(`applications/${id}/actions/messages`, { message: 'Xabar' }, files),
    );
  }
  expect(await countFileRows()).toBe(before + sample.filter(({ verdict }) => verdict === 'taken').length);
  expect(await countStoredFiles()).toBe(await countFileRows());
  await expect.poll(openDescriptors).toEqual([]);
});

it('imports no household from any of them, and stores none', async () => {
  const sample = sampleUploads();
  const before = await countStoredFiles();
  for (const { title, name, type, content } of sample) {
    const { status, body } = await operator.upload<ErrorBody>('households/imports/preview', {}, [
      { name, type, content },
    ]);
    expect([413, 415, 422], `${title} ${JSON.stringify(body)}`).toContain(status);
    expect(body.code, title).toEqual(expect.any(String));
    expect(JSON.stringify(body), title).not.toContain(script);
  }
  expect(await countStoredFiles()).toBe(before);
  await expect.poll(openDescriptors).toEqual([]);
});

it('stores all files of a form or none of them', async () => {
  const before = await countStoredFiles();
  const good = { name: 'a.pdf', type: 'application/pdf', content: pdf() };
  const bad = { name: 'a.pdf', type: 'application/pdf', content: Buffer.from('MZ') };
  expect((await send([good, good, bad])).status).toBe(415);
  expect((await send([good, good, good, good, good, good])).body.code).toBe('too_many_files');
  expect(await countStoredFiles()).toBe(before);
});

it('stores nothing of uploads that break off', async () => {
  const [files, rowsBefore] = [await countStoredFiles(), await countFileRows()];
  const next = random(20_261_121);
  const content = pdf('x'.repeat(200_000));
  const boundary = 'komak-broken-off';
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="files"; filename="a.pdf"\r\ncontent-type: application/pdf\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  const { hostname, port } = new URL(server.url);
  for (let attempt = 0; attempt < 20; attempt++) {
    await new Promise<void>((closed, failed) => {
      const socket = connect({ host: hostname, port: Number(port) });
      socket.on('error', failed);
      socket.on('close', () => closed());
      socket.write(
        `POST /api/uz/applications HTTP/1.1\r\nhost: x\r\nauthorization: ${operator.token}\r\n` +
          `content-type: multipart/form-data; boundary=${boundary}\r\ncontent-length: ${body.length}\r\n\r\n`,
      );
      socket.write(body.subarray(0, Math.floor(next() * (body.length - 1))), () => socket.destroy());
    });
  }
  await expect.poll(countStoredFiles).toBe(files);
  await expect.poll(openDescriptors).toEqual([]);
  expect(await countFileRows()).toBe(rowsBefore);
  // The server may notice the end of a connection later; until then its upload counts as running.
  const whole = { name: 'a.pdf', type: 'application/pdf', content: pdf() };
  await expect.poll(async () => (await send([whole])).status, { timeout: 20_000 }).toBe(201);
});
