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

/** The files of a plugin, and how often reading them fails. */
let files: object = {};
let failures = 0;
const library = pluginWith('library', {
  hooks: [
    onHook(knowledgeHook, async ({ addOnce }) =>
      addOnce?.(files, async () => {
        if (failures-- > 0) throw new Error('EMFILE: too many open files');
        return [hours];
      }),
    ),
  ],
});

let server: TestServer;
let admin: ApiClient;

beforeAll(async () => {
  server = await testServer({ plugins: ['chat', library] });
  admin = await server.signIn();
});
afterAll(() => server?.close());

test('knowledge that could not be read once is read again at the next question', async () => {
  const ask = () => admin.post<ChatbotResponse>('chatbot', { message: hours.uz.name });
  files = {};
  failures = 1;
  expect((await ask()).status).toBe(500);
  expect(await ask()).toMatchObject({ status: 200, body: { known: true, message: hours.uz.text } });
});
