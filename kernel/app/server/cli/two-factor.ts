import { sql } from 'kysely';
import { nobody, writeAudit } from '#kernel/server/audit/write-audit.ts';
import { endAdminSessions, removeAllFactors } from '#kernel/identity/server/index.ts';
import { readEnvironment } from '#kernel/server/config/environment.ts';
import { openForCommand } from './open-database.ts';

/** Removes the second factor of a login that has lost its phone, passkeys and recovery codes; true if there was one. */
export async function runTwoFactor(
  command: string,
  [login]: readonly string[],
  print: (line: string) => void,
): Promise<boolean | null> {
  if (command !== 'reset' || login === undefined) return null;
  const opened = await openForCommand(readEnvironment(process.env));
  if (!opened) {
    print('There is no database yet, so there are no admins.');
    return false;
  }
  try {
    const { rows } = await sql<{ id: number }>`
      select id from admins where lower(login) = lower(${login}) and deleted_at is null`.execute(
      opened.database,
    );
    const [admin] = rows;
    if (!admin) {
      print(`There is no admin with the login ${login}.`);
      return false;
    }
    const done = await opened.database.transaction().execute(async (transaction) => {
      if (!(await removeAllFactors(transaction, admin.id))) return false;
      await endAdminSessions(transaction, [admin.id], { reason: 'factor' });
      const entry = { action: 'kernel.second_factor.reset', subjectType: 'admin', subjectId: admin.id };
      await writeAudit(transaction, nobody, { ...entry, details: { by: 'command' } });
      return true;
    });
    print(
      done
        ? `The second factor of ${login} was removed: the password alone signs in, and all sessions have ended.`
        : `${login} has no second factor.`,
    );
    return done;
  } finally {
    await opened.close();
  }
}
