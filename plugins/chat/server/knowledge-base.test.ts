import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Knowledge, knowledgeHook } from '#kernel/plugin-api/contract.ts';
import { onHook } from '#kernel/plugin-api/server.ts';
import { type ApiClient, pluginWith, testServer, type TestServer } from '#kernel/plugin-api/testing.ts';
import type { ChatbotResponse } from '../contract.ts';

const hours: Knowledge = {
  key: 'library/hours',
  audience: 'staff',
  path: null,
  uz: { name: 'Kutubxona qachon ochiq?', asks: 'kutubxona ish vaqti', text: 'Kutubxona har kuni ochiq.' },
  ru: { name: 'Когда открыта библиотека?', asks: 'часы работы', text: 'Библиотека открыта ежедневно.' },
};

/** The files of a plugin; another object simulates another start. */
let files: object = {};
let isBroken = false;
const library = pluginWith('library', {
  hooks: [
    onHook(knowledgeHook, async ({ add, addOnce }) => {
      add([{ ...hours, key: 'library/rules', uz: { ...hours.uz, name: 'Kutubxona qoidalari qanday?' } }]);
      await addOnce?.(files, async () => {
        if (isBroken) throw new Error('EMFILE: too many open files');
        return [hours];
      });
    }),
  ],
});

let server: TestServer;
let admin: ApiClient;

beforeAll(async () => {
  server = await testServer({ plugins: ['chat', library] });
  admin = await server.signIn();
});
afterAll(() => server?.close());

test('knowledge that cannot be read hides and loses no other, and is read again', async () => {
  const ask = async (message: string) => (await admin.post<ChatbotResponse>('chatbot', { message })).body;
  const answered = { known: true, message: hours.uz.text };
  const countEntries = async () =>
    (await sql`select from chat_entries where shipped = ${hours.key}`.execute(server.database)).rows.length;
  expect(await ask(hours.uz.name)).toMatchObject(answered);
  files = {};
  isBroken = true;
  expect(await ask('Rahmat')).toMatchObject({ known: true });
  expect(await countEntries()).toBe(1);
  isBroken = false;
  expect(await ask(hours.uz.name)).toMatchObject(answered);
  expect(await countEntries()).toBe(1);
});

test('the first question is answered without knowledge that cannot be read', async () => {
  const other = await testServer({ plugins: ['chat', library], databaseUrl: server.databaseUrl });
  files = {};
  isBroken = true;
  const caller = await other.signIn();
  const ask = async (message: string) => (await caller.post<ChatbotResponse>('chatbot', { message })).status;
  expect(await ask(hours.uz.name)).toBe(200);
  isBroken = false;
  expect((await caller.post<ChatbotResponse>('chatbot', { message: hours.uz.name })).body).toMatchObject({
    known: true,
    message: hours.uz.text,
  });
  await other.close();
});
