import type { SessionAdmin } from '#kernel/contract/index.ts';
import type { ServerContext } from '#kernel/server/api/index.ts';

/**
 * Adds the key with which the browsers of a person encrypt what they store. It is the same in each session of theirs, so that
 * drafts outlive one, and nobody has it without a session: a computer keeps nothing readable after the sign-out.
 */
export function withStorageKey({ vault }: Pick<ServerContext, 'vault'>, admin: SessionAdmin): SessionAdmin {
  return { ...admin, storage_key: vault.sign('browser storage', String(admin.id)) };
}
