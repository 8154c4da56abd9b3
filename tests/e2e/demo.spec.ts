import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { resolve } from 'node:path';
import type { IntakeApplication } from '#plugins/intake/contract.ts';
import { expect, test } from './support/test.ts';

test('npm run demo: a citizen comes first, by the calls of the widget on the page of the server', async ({
  api,
  server,
}) => {
  const demo = spawn(process.execPath, ['plugins/applications/demo/simulate-staff.ts'], {
    cwd: resolve(import.meta.dirname, '../..'),
    env: { ...process.env, KOMAK_URL: server.url },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(demo, 'exit');
  const lines: string[] = [];
  try {
    for await (const line of createInterface({ input: demo.stdout })) {
      lines.push(line);
      if (lines.length === 2) break;
    }
  } finally {
    demo.kill('SIGTERM');
    await ended;
  }
  expect(lines[1]).toMatch(/^citizen: № \d+$/);
  const number = Number(lines[1]?.replace(/\D/g, ''));
  const made = await api.get<IntakeApplication>(`intake/applications/${number}`, 'superadmin');
  expect(made).toMatchObject({ source: 'widget', site: server.url, verified_by: null });
});
