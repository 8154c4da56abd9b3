import type { Manifest, SessionAdmin } from '#kernel/contract/index.ts';
import type { Database, Effects } from '#kernel/server/api/index.ts';

/** The options of the plugin that registers the account calls. */
export interface AccountOptions<M extends Manifest = Manifest> {
  readonly manifest: M;
  /** The path of the calls and the prefix of their audit actions: `account` of the plugin's `sign-in.ts`. */
  readonly account: string;
  /** Reads an admin as shown to themselves; null if deleted. */
  readAdmin(database: Database, adminId: number): Promise<SessionAdmin | null>;
  /** Called in the transaction in which an admin adds or removes a second factor. */
  changed(effects: Pick<Effects<M>, 'emit'>, adminId: number): void;
}
