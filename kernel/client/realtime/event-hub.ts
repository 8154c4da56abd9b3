/** How the socket sends: `send` drops messages without a connection, `request` waits for an acknowledgement. */
export interface EventSender {
  readonly send: (event: string, payload: unknown) => void;
  readonly request: (event: string, payload: unknown) => Promise<unknown>;
}

/** Passes socket events to subscribers. */
export class EventHub {
  readonly #handlers = new Map<string, Set<(payload: unknown) => void>>();
  readonly #connects = new Set<() => void>();
  readonly #reconnects = new Set<() => void>();
  #sender: EventSender | null = null;

  /** Subscribes to an event; returns a function that unsubscribes. */
  on(event: string, handle: (payload: unknown) => void): () => void {
    const handlers = this.#handlers.get(event) ?? new Set();
    this.#handlers.set(event, handlers);
    handlers.add(handle);
    return () => void handlers.delete(handle);
  }

  /**
   * Calls back whenever events start to arrive: at the first connection and at each reconnection. Returns a function
   * that unsubscribes.
   */
  onConnect(handle: () => void): () => void {
    this.#connects.add(handle);
    return () => void this.#connects.delete(handle);
  }

  /** Calls back at each reconnection; returns a function that unsubscribes. */
  onReconnect(handle: () => void): () => void {
    this.#reconnects.add(handle);
    return () => void this.#reconnects.delete(handle);
  }

  /** Sets the sender; null while there is no socket. */
  connect(sender: EventSender | null): void {
    this.#sender = sender;
  }

  /** Sends a message that is only useful now; it is dropped without a connection. */
  send(event: string, payload: unknown): void {
    this.#sender?.send(event, payload);
  }

  /** Sends a message and resolves to the server's acknowledgement; rejects without a connection. */
  async request(event: string, payload: unknown): Promise<unknown> {
    if (!this.#sender) throw new Error('There is no connection');
    return this.#sender.request(event, payload);
  }

  /** Passes a payload to the handlers; one that throws does not affect the others. */
  emit(event: string, payload: unknown): void {
    for (const handle of this.#handlers.get(event) ?? []) guarded(() => handle(payload));
  }

  /** Announces that events arrive from now on. */
  connected(): void {
    for (const handle of this.#connects) guarded(handle);
  }

  /** Announces a reconnection. */
  reconnected(): void {
    for (const handle of this.#reconnects) guarded(handle);
  }
}

/** The page's hub. */
export const eventHub = new EventHub();

function guarded(work: () => void): void {
  try {
    work();
  } catch (error) {
    reportError(error);
  }
}
