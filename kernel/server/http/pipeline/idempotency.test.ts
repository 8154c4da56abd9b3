import { sql } from 'kysely';
import type { PoolClient } from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { ApiClient } from '#kernel/testing/api.ts';
import { samplePlugin } from '#kernel/testing/sample-plugin.ts';
import { testServer, type TestServer } from '#kernel/testing/server.ts';
import { sweepStoredResponses } from './idempotency.ts';

let server: TestServer;
let admin: ApiClient;

beforeAll(async () => {
  server = await testServer({ plugins: [samplePlugin] });
  admin = await server.signIn();
});
afterAll(() => server.close());

async function countNotes(text: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from sample_notes where text = ${text}`.execute(server.database);
  return rows[0]?.count ?? 0;
}

/** Commits, and then behaves as if the connection had broken before the response, with a driver error. */
const loseResponse = (error: Error) => (client: PoolClient) => {
  // The connection may already have been used for something else, such as the session.
  if (vi.isMockFunction(client.query)) return;
  const send = client.query.bind(client) as (...input: unknown[]) => unknown;
  vi.spyOn(client, 'query').mockImplementation(async (...input: unknown[]) => {
    const response = await send(...input);
    if (input[0] !== 'commit') return response;
    vi.restoreAllMocks();
    throw error;
  });
};

describe('a repeated mutation', () => {
  test('gets the same response and writes once', async () => {
    const first = await admin.post('sample/notes', { text: 'once' }, { idempotencyKey: 'a' });
    const second = await admin.post('sample/notes', { text: 'once' }, { idempotencyKey: 'a' });
    expect(first.status).toBe(201);
    expect(first.headers.get('idempotent-replay')).toBeNull();
    expect(second.status).toBe(201);
    expect(second.body).toEqual(first.body);
    expect(second.headers.get('idempotent-replay')).toBe('true');
    expect(await countNotes('once')).toBe(1);
  });

  test('creates one row for two concurrent requests', async () => {
    const body = { text: 'together', delay: 100 };
    const responses = await Promise.all(
      Array.from({ length: 6 }, () => admin.post('sample/notes', body, { idempotencyKey: 'b' })),
    );
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(responses.map((response) => JSON.stringify(response.body))).size).toBe(1);
    expect(responses.filter(({ headers }) => headers.get('idempotent-replay') === null)).toHaveLength(1);
    expect(await countNotes('together')).toBe(1);
  });

  test('is rejected with another body', async () => {
    const first = await admin.post('sample/notes', { text: 'body one' }, { idempotencyKey: 'c' });
    const { status, body } = await admin.post('sample/notes', { text: 'body two' }, { idempotencyKey: 'c' });
    expect(status).toBe(422);
    expect(body).toMatchObject({ code: 'repeated_differently', former: first.body });
    const elsewhere = await admin.post('sample/uploads', { text: 'body one' }, { idempotencyKey: 'c' });
    expect(elsewhere).toMatchObject({ status: 422, body: { code: 'repeated_differently' } });
    expect(elsewhere.body).not.toHaveProperty('former');
    expect(await countNotes('body two')).toBe(0);
  });

  test('belongs to the admin who sent it', async () => {
    const other = await server.signIn();
    await admin.post('sample/notes', { text: 'mine' }, { idempotencyKey: 'd' });
    const { status } = await other.post('sample/notes', { text: 'theirs' }, { idempotencyKey: 'd' });
    expect(status).toBe(201);
  });

  test('runs again after a failure, which leaves nothing behind', async () => {
    const failed = await admin.post('sample/notes', { text: 'checked' }, { idempotencyKey: 'e' });
    expect(failed.status).toBe(500);
    const { status } = await admin.post('sample/notes', { text: 'now good' }, { idempotencyKey: 'e' });
    expect(status).toBe(201);
  });

  test.each([
    ['ended', new Error('Connection terminated unexpectedly')],
    ['lost its network', Object.assign(new Error('read EHOSTUNREACH'), { code: 'EHOSTUNREACH' })],
  ])('keeps the files of a commit whose connection %s, and repeats the response', async (what, error) => {
    const lose = loseResponse(error);
    const { pool } = server.services;
    const upload = () =>
      admin.upload<{ files: { id: number }[] }>(
        'sample/uploads',
        { text: 'kept' },
        [{ name: 'note.pdf', type: 'application/pdf', content: '%PDF-1.4\n1 0 obj\n<<>>\nendobj\n%%EOF\n' }],
        { idempotencyKey: `lost ${what}` },
      );
    pool.on('acquire', lose);
    const first = await upload();
    pool.off('acquire', lose);
    expect(first.status).toBe(201);
    expect(first.headers.get('idempotent-replay')).toBe('true');
    expect((await upload()).body).toEqual(first.body);
    const file = await server.services.files.open(first.body.files[0]?.id ?? 0);
    file?.stream.destroy();
    expect(file).not.toBeNull();
  });
});

test('removes old responses, and retains those of a weekend', async () => {
  await admin.post('sample/notes', { text: 'to be swept' }, { idempotencyKey: 'old' });
  const friday = { text: 'of Friday' };
  await admin.post('sample/notes', friday, { idempotencyKey: 'friday' });
  await sql`
    update idempotency_records set created_at = now() - case key when 'old' then interval '8 days' else interval '65 hours' end
    where key in ('old', 'friday')`.execute(server.database);
  await sweepStoredResponses(server.database);
  const monday = await admin.post('sample/notes', friday, { idempotencyKey: 'friday' });
  expect(monday.headers.get('idempotent-replay')).toBe('true');
  expect(await countNotes(friday.text)).toBe(1);
  const { rows } = await sql<{ key: string }>`
    select key from idempotency_records where key in ('old', 'friday')`.execute(server.database);
  expect(rows).toEqual([{ key: 'friday' }]);
});
