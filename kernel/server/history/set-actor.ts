import { prepared } from '../database/pool/client.ts';
import { withNext } from '../database/pool/driver.ts';
import { asKernel, queryOf } from '../database/pool/data-wall.ts';
import type { Database, DatabaseTransaction } from '../api/index.ts';

const statement = prepared(`select set_config('komak.admin', $1, true)`);

/** Sets the admin in whose name a transaction changes records. Sent with the first statement, without waiting. */
export function setActor(database: Database | DatabaseTransaction, adminId: number): void {
  const kernel = asKernel(database);
  // Fails only if the connection fails, and then the next statement fails too.
  kernel.executeQuery(withNext(queryOf(kernel, statement, [String(adminId)]))).catch(() => {});
}
