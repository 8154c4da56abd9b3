import { io } from 'socket.io-client';
import type { ApiClient } from './api.ts';

/** Collects the payloads of one event that a socket receives. */
export interface Listener<Payload> {
  readonly received: readonly Payload[];
  stop(): void;
}

/** Opens a socket for a session; resolves once it is connected. */
export async function listenAs<Payload>(
  { url }: { url: string },
  { token }: ApiClient,
  event: string,
): Promise<Listener<Payload>> {
  const socket = io(url, { auth: { token }, forceNew: true });
  const received: Payload[] = [];
  socket.on(event, (payload: Payload) => received.push(payload));
  await new Promise<void>((connected, failed) => {
    socket.once('connect', connected);
    socket.once('connect_error', failed);
  });
  return { received, stop: () => void socket.disconnect() };
}
