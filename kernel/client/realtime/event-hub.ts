/** How the socket sends: to be dropped without a connection, or to be acknowledged. */
export interface EventSender {
  readonly send: (event: string, payload: unknown) => void;
  readonly request: (event: string, payload: unknown) => Promise<unknown>;
}

/** Hands what arrives over the socket to those who asked for it, and forgets them on request. */
export class EventHub {
  readonly #handlers = new Map<string, Set<(payload: unknown) => void>>();
  readonly #connects = new Set<() => void>();
  readonly #reconnects = new Set<() => void>();
  #sender: EventSender | null = null;

  /** Follows an event; returns how to stop. */
  on(event: string, handle: (payload: unknown) => void): () => void {
    const handlers = this.#handlers.get(event) ?? new Set();
    this.#handlers.set(event, handlers);
    handlers.add(handle);
    return () => void handlers.delete(handle);
  }

  /** Follows the moments from which on events arrive: the first connection, and each one after a cut; returns how to stop. */
  onConnect(handle: () => void): () => void {
    this.#connects.add(handle);
    return () => void this.#connects.delete(handle);
  }

  /** Follows the returns of the connection after a cut; returns how to stop. */
  onReconnect(handle: () => void): () => void {
    this.#reconnects.add(handle);
    return () => void this.#reconnects.delete(handle);
  }

  /** Says how something is sent to the server; null while there is no socket. */
  connect(sender: EventSender | null): void {
    this.#sender = sender;
  }

  /** Sends something to the server that is worth nothing later: without a connection it is dropped. */
  send(event: string, payload: unknown): void {
    this.#sender?.send(event, payload);
  }

  /** Sends something that the server acknowledges, and resolves to what it says; rejects without a connection. */
  async request(event: string, payload: unknown): Promise<unknown> {
    if (!this.#sender) throw new Error('There is no connection');
    return this.#sender.request(event, payload);
  }

  /** Hands a payload on; a handler that throws does not keep it from the others. */
  emit(event: string, payload: unknown): void {
    for (const handle of this.#handlers.get(event) ?? []) guarded(() => handle(payload));
  }

  /** Tells that events arrive from now on. */
  connected(): void {
    for (const handle of this.#connects) guarded(handle);
  }

  /** Tells that the connection is back. */
  reconnected(): void {
    for (const handle of this.#reconnects) guarded(handle);
  }
}

/** The hub of the page. */
export const eventHub = new EventHub();

function guarded(work: () => void): void {
  try {
    work();
  } catch (error) {
    reportError(error);
  }
}
