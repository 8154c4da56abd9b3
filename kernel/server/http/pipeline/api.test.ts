import { request as httpRequest } from 'node:http';
import { readdir } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ApiClient } from '#kernel/testing/api.ts';
import { listeningPlugin, samplePlugin } from '#kernel/testing/sample-plugin.ts';
import { testServer, type TestServer } from '#kernel/testing/server.ts';

let server: TestServer;
let admin: ApiClient;
let russian: ApiClient;

beforeAll(async () => {
  server = await testServer({ plugins: [samplePlugin, listeningPlugin] });
  admin = await server.signIn();
  russian = await server.signIn({}, 'ru');
});
afterAll(() => server.close());

describe('access', () => {
  test('rejects a caller without a session, and reveals nothing', async () => {
    for (const call of [server.api().get('sample/notes'), server.api({ token: 'x' }).get('sample/notes')]) {
      expect(await call).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
    }
  });

  test('rejects a caller without the permission, also with an invalid body', async () => {
    expect(await admin.get('sample/notes/1')).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    const posted = await server.api().post('sample/notes', { nonsense: true });
    expect(posted.status).toBe(401);
  });

  test('admits a caller with the permission', async () => {
    const writer = await server.signIn({ permissions: ['note_add'] });
    expect(await writer.get('sample/notes/7?limit=3')).toMatchObject({
      status: 200,
      body: { id: 7, limit: 3 },
    });
  });

  test('an initial password opens only what needs no permission', async () => {
    const fresh = await server.signIn({ permissions: ['note_add'], mustChangePassword: true });
    expect((await fresh.get('sample/notes')).status).toBe(200);
    expect((await fresh.get('sample/notes/7')).status).toBe(403);
  });
});

describe('input', () => {
  test('names an unknown key, in the requested language', async () => {
    const response = await admin.post('sample/notes', { text: 'good', colour: 'red' });
    expect(response).toMatchObject({
      status: 422,
      body: { code: 'invalid', fields: { colour: 'Bunday maydon yoʻq.' } },
    });
    const other = await russian.post('sample/notes', {});
    expect(other).toMatchObject({ status: 422, body: { fields: { text: 'Поле обязательно.' } } });
    expect((other.body as { err: string; message: string }).err).toBe(
      (other.body as { message: string }).message,
    );
  });

  test('names the bound that is exceeded', async () => {
    const response = await russian.post('sample/notes', { text: 'a' });
    expect(response.body).toMatchObject({ fields: { text: 'Нужно не меньше 2 знаков.' } });
  });

  test('rejects an unknown query parameter', async () => {
    expect((await admin.get('sample/notes?nonsense=1')).status).toBe(422);
  });

  test('reports an invalid JSON text as malformed', async () => {
    const response = await fetch(`${server.url}/api/uz/sample/notes`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: admin.token ?? '' },
      body: '{"text": ',
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: 'malformed' });
  });

  test('rejects a body beyond a megabyte', async () => {
    const response = await admin.post('sample/notes', { text: 'x'.repeat(1_100_000) });
    expect(response).toMatchObject({ status: 413, body: { code: 'too_large' } });
  });

  test('an id that cannot exist is not found', async () => {
    const writer = await server.signIn({ permissions: ['note_add'] });
    expect(await writer.get('sample/notes/abc')).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  test.each(['a\u0000b', 'a\ud800', '\udc00b'])(
    'rejects a text that no database stores: %j',
    async (text) => {
      expect(await admin.post('sample/notes', { text })).toMatchObject({
        status: 422,
        body: { fields: { text: 'Koʻrinishi notoʻgʻri.' } },
      });
    },
  );

  test('accepts whole surrogate pairs', async () => {
    expect(await admin.post('sample/notes', { text: 'a 😀' })).toMatchObject({ status: 201 });
  });

  test('does not report a value of another type as missing', async () => {
    expect(await admin.post('sample/notes', { text: ['a'] })).toMatchObject({
      status: 422,
      body: { fields: { text: 'Qiymat turi notoʻgʻri.' } },
    });
  });

  test('rejects excessive nesting, also with an idempotency key', async () => {
    const deep = `{"text": ${'['.repeat(200_000)}${']'.repeat(200_000)}}`;
    const response = await fetch(`${server.url}/api/uz/sample/notes`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: admin.token ?? '',
        'idempotency-key': 'deep',
      },
      body: deep,
    });
    expect(response.status).toBe(400);
  });

  test.each(['%zz', '%ff', 'sample/notes/%ED%A0%80'])(
    'reports a malformed address in the usual format: %s',
    async (path) => {
      expect(await russian.get(path)).toMatchObject({
        status: 400,
        body: { err: 'Не удалось прочитать запрос.', code: 'malformed' },
      });
    },
  );
});

describe('output', () => {
  test('contains only the fields of the response schema', async () => {
    await admin.post('sample/notes', { text: 'plain' });
    const { body } = await admin.get<Record<string, unknown>[]>('sample/notes');
    expect(Object.keys(body[0] ?? {}).toSorted()).toEqual(['createdAt', 'id', 'text']);
    expect(body[0]?.['createdAt']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  test('has headers that isolate it', async () => {
    const { headers } = await admin.get('sample/notes');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('an unknown address is a 404 with a body', async () => {
    expect(await russian.get('nowhere')).toMatchObject({ status: 404, body: { err: 'Не найдено.' } });
    expect(await russian.get('/api/nowhere')).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });
});

describe('a change', () => {
  test('that breaks a rule of the database is a conflict, without its values', async () => {
    await admin.post('sample/notes', { text: 'double' });
    expect(await russian.post('sample/notes', { text: 'double' })).toMatchObject({
      status: 409,
      body: { code: 'conflict', err: 'Такая запись уже есть.' },
    });
  });

  test('of a referenced record is rejected', async () => {
    const { body } = await admin.post<{ id: number }>('sample/notes', { text: 'referred to' });
    await sql`insert into sample_marks (note_id) values (${body.id})`.execute(server.database);
    const boss = await server.signIn({ role: 'super_admin' });
    expect(await boss.del(`sample/notes/${body.id}`)).toMatchObject({
      status: 409,
      body: { code: 'in_use' },
    });
  });

  test("is rolled back when a plugin's hook rejects it", async () => {
    expect((await admin.post('sample/notes', { text: 'refused' })).status).toBe(500);
    const { rows } = await sql`select 1 from sample_notes where text = 'refused'`.execute(server.database);
    expect(rows).toHaveLength(0);
  });

  test('is audited with user and address', async () => {
    const { body } = await admin.post<{ id: number }>('sample/notes', { text: 'audited' });
    const { rows } = await sql<Record<string, unknown>>`
      select admin_id, address, action, details from audit_log
      where subject_type = 'note' and subject_id = ${body.id}`.execute(server.database);
    expect(rows).toEqual([
      {
        admin_id: expect.any(Number),
        address: '127.0.0.1',
        action: 'sample.note.write',
        details: { fields: ['text'] },
      },
    ]);
  });
});

describe('an upload', () => {
  const file = {
    name: 'note.pdf',
    type: 'application/pdf',
    content: '%PDF-1.4\n1 0 obj\n<<>>\nendobj\n%%EOF\n',
  };

  test('passes its fields and files on', async () => {
    const response = await admin.upload('sample/uploads', { text: 'with' }, [
      file,
      { ...file, name: 'b.pdf' },
    ]);
    expect(response).toMatchObject({
      status: 201,
      body: { text: 'with', files: [{ name: 'note.pdf' }, { name: 'b.pdf' }] },
    });
  });

  test.each([
    ['without a boundary', 'multipart/form-data', ''],
    ['with an empty boundary', 'multipart/form-data; boundary=', 'x'],
    ['with a boundary too long', `multipart/form-data; boundary=${'b'.repeat(300)}`, 'x'],
    ['with another boundary', 'multipart/form-data; boundary=a', '--b\r\n\r\n--b--\r\n'],
    [
      'without an end',
      'multipart/form-data; boundary=a',
      '--a\r\nContent-Disposition: form-data; name="text"\r\n\r\nx\r\n',
    ],
    [
      'that ends in a file',
      'multipart/form-data; boundary=a',
      '--a\r\nContent-Disposition: form-data; name="files"; filename="a.pdf"\r\n\r\nx\r\n',
    ],
  ])('%s is malformed', async (_, type, body) => {
    const before = await storedFiles();
    const response = await fetch(`${server.url}/api/uz/sample/uploads`, {
      method: 'POST',
      headers: { 'content-type': type, authorization: admin.token ?? '' },
      body,
    });
    expect(await response.json()).toMatchObject({ code: 'malformed' });
    expect(response.status).toBe(400);
    expect(await storedFiles()).toEqual(before);
  });

  test('with too many or too large files is rejected', async () => {
    expect(await admin.upload('sample/uploads', {}, [file, file, file])).toMatchObject({
      status: 413,
      body: { code: 'too_many_files' },
    });
    const large = { ...file, content: file.content.replace('%%EOF', `${'x'.repeat(150_000)}\n%%EOF`) };
    expect(await admin.upload('sample/uploads', {}, [large, large])).toMatchObject({
      status: 413,
      body: { code: 'too_large' },
    });
  });

  test('that fails leaves no bytes behind', async () => {
    const before = await storedFiles();
    expect((await admin.upload('sample/uploads', { text: 'fail' }, [file])).status).toBe(500);
    expect(await storedFiles()).toEqual(before);
  });

  test('that is aborted leaves no bytes behind', async () => {
    const before = await storedFiles();
    await breakOff();
    await expect.poll(storedFiles).toEqual(before);
    expect((await admin.get('sample/notes')).status).toBe(200);
  });
});

async function storedFiles(): Promise<string[]> {
  const names = await readdir(`${server.data}/files`, { recursive: true }).catch(() => []);
  return names.filter((name) => /[0-9a-f-]{36}/.test(name)).toSorted();
}

function breakOff(): Promise<void> {
  return new Promise((done) => {
    const sent = httpRequest(`${server.url}/api/uz/sample/uploads`, {
      method: 'POST',
      headers: { authorization: admin.token, 'content-type': 'multipart/form-data; boundary=x' },
    });
    sent.on('error', () => done());
    sent.write(
      '--x\r\ncontent-disposition: form-data; name="files"; filename="a.pdf"\r\ncontent-type: application/pdf\r\n\r\n',
    );
    sent.write('%PDF-1.4\n'.repeat(2000));
    setTimeout(() => sent.destroy(new Error('gone')), 150);
  });
}
