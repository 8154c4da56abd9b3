import { proxy, useSnapshot } from 'valtio';

/** `off` is a cut that is being mended; `idle` is before the first connection. */
export type LiveStatus = 'idle' | 'on' | 'off';

/** The state of the socket. */
export const liveStore = proxy<{ status: LiveStatus; since: number }>({ status: 'idle', since: 0 });

/** Whether events arrive at the moment. */
export function useLive(): { readonly status: LiveStatus; readonly since: number } {
  return useSnapshot(liveStore);
}
