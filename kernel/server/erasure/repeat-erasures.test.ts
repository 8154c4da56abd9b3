import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#kernel/testing/database.ts';
import { personHook } from '#kernel/contract/index.ts';
import { pluginWith } from '#kernel/testing/sample-plugin.ts';
import { testServer } from '#kernel/testing/server.ts';
import { onHook } from '../api/index.ts';
import { createFolderStore } from '../storage/folder-store.ts';
import { createJournal } from './journal.ts';

let data: string;
let owned: TestDatabase;

beforeAll(async () => {
  // No plugin with data of citizens, which would have to be enabled.
  owned = await createTestDatabase({ empty: true });
  data = await mkdtemp(join(tmpdir(), 'komak-repeat-'));
});
afterAll(async () => {
  await owned?.drop();
  await rm(data, { recursive: true, force: true });
});

test('no job runs before the erasures that a restored backup has undone are repeated', async () => {
  const files = join(data, 'files');
  const entry = { id: randomUUID(), subjects: { user: [1] }, digests: [], counts: {}, erasedAt: '2026-01-01T00:00:00Z' }; // prettier-ignore
  await createJournal(createFolderStore(files), join(files, 'incoming')).note(entry);
  const steps: string[] = [];
  const plugin = pluginWith('steps', {
    hooks: [
      onHook(personHook, async () => {
        // A job would run many times meanwhile.
        await sleep(300);
        steps.push('erasure');
      }),
    ],
    async start(context) {
      context.every('step', 10, async () => void steps.push('job'));
    },
  });
  const server = await testServer({ plugins: [plugin], databaseUrl: owned.url, data });
  try {
    await expect.poll(() => steps, { timeout: 20_000 }).toContain('job');
    expect(steps[0]).toBe('erasure');
  } finally {
    await server.close();
  }
});
