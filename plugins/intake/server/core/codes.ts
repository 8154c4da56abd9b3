import type { ServerContext } from '#kernel/plugin-api/server.ts';

/** The stored form of a citizen's secret code, in whatever way they type it. */
export function hashOfCode(vault: ServerContext['vault'], code: string): string {
  return vault.sign('intake code', code.toLowerCase().replace(/[^a-z0-9]/g, ''));
}
