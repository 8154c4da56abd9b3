import { readFileSync } from 'node:fs';
import { testServer } from '#kernel/testing/server.ts';
import { applications } from '#plugins/applications/manifest.ts';
import { createApplicationsServer } from '#plugins/applications/server/index.ts';

/**
 * A node that runs the jobs of applications: deadline warnings, handovers and bulk jobs. Its clock reads the
 * time from a file. Started by `deadline-warnings.test.ts`, `handover.test.ts` and `bulk.test.ts`.
 */
const [databaseUrl = '', clockFile = ''] = process.argv.slice(2);

await testServer({
  databaseUrl,
  plugins: [
    {
      ...createApplicationsServer({ now: () => Date.parse(readFileSync(clockFile, 'utf8')), periodMs: 5 }),
      manifest: applications,
      migrations: new URL('../../../plugins/applications/server/migrations/', import.meta.url),
    },
    'notifications',
  ],
});
process.stdout.write('ready\n');
