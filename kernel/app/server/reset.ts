import { readdir, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readEnvironment } from '#kernel/server/config/environment.ts';
import { failStart, StartupError } from '#kernel/server/config/startup-error.ts';
import { isInUse, stopOrphan } from '#kernel/server/database/embedded/embedded.ts';

/** The server's own entries in its data folder; others are preserved. */
const ours = /^(postgres(\.new-\d+|\.log|\.password)?|files)$/;

// `npm run reset`: empties the data folder, so that the next start seeds a new database.
try {
  const { data, databaseUrl } = readEnvironment(process.env);
  if (await isInUse(data)) {
    throw new StartupError(`A server is running on ${data}; stop it before you reset.`);
  }
  const orphan = await stopOrphan(data);
  const entries = await readdir(data).catch(() => []);
  const found = entries.filter((name) => ours.test(name));
  for (const name of found) await rm(join(data, name), { recursive: true, force: true });
  await rmdir(data).catch(() => {});
  const messages = [
    found.length > 0
      ? `Deleted the database and the files in ${data}.`
      : `There was nothing to delete in ${data}.`,
    ...(orphan ? ['A PostgreSQL that a killed server left running was stopped.'] : []),
    ...(databaseUrl ? ['The database at DATABASE_URL was not touched.'] : []),
  ];
  process.stdout.write(`${messages.join(' ')}\n`);
} catch (error) {
  failStart(error);
}
