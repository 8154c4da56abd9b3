import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#kernel/testing/database.ts';
import { openDatabase, type OpenDatabase } from '../database/pool/pool.ts';
import { createVault } from '../installation/vault.ts';
import { nobody, writeAudit } from './write-audit.ts';
import { sealAudit } from './seal-audit.ts';
import { verifyAudit } from './verify-audit.ts';

let testDatabase: TestDatabase;
let opened: OpenDatabase;
const vault = createVault('secret', null);

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  opened = openDatabase({ connectionString: testDatabase.url });
});
afterAll(async () => {
  await opened.close();
  await testDatabase.drop();
});

const write = (subjectId: number) =>
  writeAudit(opened.database, nobody, {
    action: 'sample.note.write',
    subjectType: 'note',
    subjectId,
    details: { fields: ['text', 'color'] },
  });

test('entries cannot be changed or removed', async () => {
  await write(1);
  await sealAudit(opened.pool, vault);
  for (const table of ['audit_log', 'audit_seals']) {
    await expect(opened.pool.query(`delete from ${table}`)).rejects.toThrow(/append-only/);
    await expect(opened.pool.query(`truncate ${table} cascade`)).rejects.toThrow(/append-only/);
  }
  await expect(opened.pool.query(`update audit_log set action = 'x'`)).rejects.toThrow(/append-only/);
});

test('every entry has one seal with concurrent writers and sealers', async () => {
  const writing = Array.from({ length: 120 }, (_, index) => write(index + 2));
  const sealing = Array.from({ length: 6 }, () => sealAudit(opened.pool, vault));
  await Promise.all([...writing, ...sealing]);
  await sealAudit(opened.pool, vault);
  expect(await verifyAudit(opened.pool, vault)).toMatchObject({ sealed: 121, unsealed: 0, problem: null });
});

test('seals an entry that is committed late', async () => {
  const client = await opened.pool.connect();
  await client.query('begin');
  await client.query(`insert into audit_log (action, subject_type) values ('slow', 'note')`);
  await write(500);
  await sealAudit(opened.pool, vault);
  await client.query('commit');
  client.release();
  expect((await verifyAudit(opened.pool, vault)).unsealed).toBe(1);
  await sealAudit(opened.pool, vault);
  expect(await verifyAudit(opened.pool, vault)).toMatchObject({ sealed: 123, unsealed: 0, problem: null });
});

test('detects a change made around the trigger', async () => {
  await opened.pool.query(`alter table audit_log disable trigger all`);
  const { rows } = await opened.pool.query<{ id: number }>(`
    update audit_log set admin_id = 7 where id = (select min(id) from audit_log) returning id`);
  expect((await verifyAudit(opened.pool, vault)).problem).toBe(`the entry ${rows[0]?.id} was changed`);
});
