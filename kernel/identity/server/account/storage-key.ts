import type { SessionAdmin } from '#kernel/contract/index.ts';
import type { ServerContext } from '#kernel/server/api/index.ts';

/**
 * Adds the key with which a user's browsers encrypt stored data. It is the same in all sessions of the user, so that
 * drafts survive a session, and available only in a session: after signing out, a computer stores nothing readable.
 */
export function withStorageKey({ vault }: Pick<ServerContext, 'vault'>, admin: SessionAdmin): SessionAdmin {
  return { ...admin, storage_key: vault.sign('browser storage', String(admin.id)) };
}
