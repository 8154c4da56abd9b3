import type { ServerContext } from '#kernel/plugin-api/server.ts';
import type { audit } from '../../manifest.ts';

export type WatchContext = ServerContext<typeof audit>;
export type WatchSettings = WatchContext['config']['watch'];
