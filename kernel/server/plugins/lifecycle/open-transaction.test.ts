import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testServer, type TestServer } from '#kernel/testing/server.ts';
import { inOpenTransaction } from './open-transaction.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

test('the database handle of a rejected plugin reaches no other connection', async () => {
  const { database, close } = await server.database.transaction().execute(async (transaction) => {
    const connection = inOpenTransaction(server.database, transaction);
    await sql`select 1`.execute(connection.database);
    return connection;
  });
  close();
  await expect(sql`select 1`.execute(database)).rejects.toThrow('the plugin was rejected');
  expect(() => database.transaction()).toThrow('the plugin was rejected');
});
