import { sql } from 'kysely';
import type { Locator, Page } from '@playwright/test';
import { hashToken } from '#kernel/server/installation/token.ts';
import type { Server } from './server.ts';
import { expect } from './test.ts';

/** The token in a page's browser. */
export const tokenIn = (page: Page) => page.evaluate(() => localStorage.getItem('access-token') ?? '');

/**
 * Lets time pass for a session until the given number of seconds is left; by then it was unused for some
 * minutes.
 */
export async function setSecondsLeft(server: Server, token: string, seconds: number): Promise<void> {
  await server.withDatabase((database) =>
    sql`update sessions set expires_at = now() + ${seconds} * interval '1 second',
        last_seen_at = now() - interval '5 minutes'
      where token_hash = ${hashToken(token)}`.execute(database),
  );
}

interface SessionRow {
  readonly left: number;
  readonly unusedFor: number;
  readonly isWatched: boolean;
}

async function rowOf(server: Server, token: string): Promise<SessionRow | undefined> {
  const { rows } = await server.withDatabase((database) =>
    sql<SessionRow>`
      select extract(epoch from expires_at - now())::float8 as left, active_at is not null as "isWatched",
        extract(epoch from now() - last_seen_at)::float8 as "unusedFor"
      from sessions where token_hash = ${hashToken(token)}`.execute(database),
  );
  return rows[0];
}

/** The remaining seconds of a session; null if there is none. */
export async function secondsLeft(server: Server, token: string): Promise<number | null> {
  return (await rowOf(server, token))?.left ?? null;
}

/** Whether a session was used within the last minute. */
export async function isUsed(server: Server, token: string): Promise<boolean> {
  return ((await rowOf(server, token))?.unusedFor ?? Number.POSITIVE_INFINITY) < 60;
}

/** Waits until the server knows that a session's client reports activity. */
export async function untilWatched(server: Server, token: string): Promise<void> {
  await expect.poll(async () => (await rowOf(server, token))?.isWatched).toBe(true);
}

/**
 * Makes a page ask for the remaining time of its session, as when its tab becomes visible, until it shows the
 * warning.
 */
export async function untilWarned(page: Page, warning: Locator): Promise<void> {
  await expect(async () => {
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect(warning).toBeVisible({ timeout: 1000 });
  }).toPass();
}
