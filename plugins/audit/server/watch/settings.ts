import type { ServerContext } from '#kernel/plugin-api/server.ts';
import type { audit } from '../../manifest.ts';

export type WatchContext = ServerContext<typeof audit>;
export type WatchSettings = WatchContext['config']['watch'];

/** The clock of the watch: by default the system's, read once a minute. */
export interface Clock {
  /** Unix milliseconds. */
  now(): number;
  readonly periodMs: number;
}

export const systemClock: Clock = { now: Date.now, periodMs: 60_000 };
export const minute = 60_000;
