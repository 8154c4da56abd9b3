import { sql } from 'kysely';
import type { Locator, Page } from '@playwright/test';
import { hashToken } from '#kernel/identity/server/token.ts';
import type { Server } from './server.ts';
import { expect } from './test.ts';

/** The token of the browser of a page. */
export const tokenIn = (page: Page) => page.evaluate(() => localStorage.getItem('access-token') ?? '');

/** Lets time pass for a session until it has so many seconds left. */
export async function leaveSeconds(server: Server, token: string, seconds: number): Promise<void> {
  await server.withDatabase((database) =>
    sql`update sessions set expires_at = now() + ${seconds} * interval '1 second'
      where token_hash = ${hashToken(token)}`.execute(database),
  );
}

/** How many seconds a session has left as it stands; null where there is none. */
export async function secondsLeft(server: Server, token: string): Promise<number | null> {
  const { rows } = await server.withDatabase((database) =>
    sql<{ left: number }>`select extract(epoch from expires_at - now())::float8 as left from sessions
      where token_hash = ${hashToken(token)}`.execute(database),
  );
  return rows[0]?.left ?? null;
}

/** Waits until the server knows that the client of a session tells activity. */
export async function untilWatched(server: Server, token: string): Promise<void> {
  await expect
    .poll(async () => {
      const { rows } = await server.withDatabase((database) =>
        sql<{ at: string | null }>`select active_at::text as at from sessions
          where token_hash = ${hashToken(token)}`.execute(database),
      );
      return rows[0]?.at ?? null;
    })
    .not.toBeNull();
}

/** Has a page ask how long its session lasts, as when its tab is looked at again, until it warns. */
export async function untilWarned(page: Page, warning: Locator): Promise<void> {
  await expect(async () => {
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect(warning).toBeVisible({ timeout: 1000 });
  }).toPass();
}
