import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A proxy between a browser and a server, which simulates faulty connections. */
export interface ConnectionProxy {
  readonly url: string;
  /** Drops all traffic silently once a connection has carried this many more bytes. */
  fallSilentAfter(bytes: number): void;
  /** Cuts all connections once one has carried this many more bytes to the server. */
  cutAfter(bytes: number): void;
  /** Forwards requests, and drops their responses. */
  loseResponses(): void;
  mend(): void;
  close(): Promise<void>;
}

interface Connection {
  /** Bytes to the server since the limit was set. */
  carried: number;
  end(): void;
}

/** Starts a proxy to a server. */
// Over 60 lines: its short functions share the connections and their remaining bytes.
export async function startConnectionProxy(serverUrl: string): Promise<ConnectionProxy> {
  const port = Number(new URL(serverUrl).port);
  const open = new Set<Connection>();
  const state = { capacity: Infinity, silent: false, losing: false };

  /** The limit is reached. */
  function stop(): void {
    state.capacity = 0;
    if (state.silent) return;
    for (const connection of open) connection.end();
  }

  function setCapacity(bytes: number, silent: boolean): void {
    for (const connection of open) connection.carried = 0;
    Object.assign(state, { capacity: bytes, silent });
  }

  const entry = createServer((caller) => {
    if (state.capacity === 0 && !state.silent) return void caller.resetAndDestroy();
    const there = connect(port, '127.0.0.1');
    const connection: Connection = {
      carried: 0,
      end() {
        if (!caller.destroyed) caller.resetAndDestroy();
        // Data in transit still arrive.
        there.destroySoon();
      },
    };
    open.add(connection);
    caller.on('close', () => open.delete(connection));
    caller.on('data', (chunk) => {
      const capacity = Math.max(0, state.capacity - connection.carried);
      connection.carried += chunk.length;
      const taken = there.write(chunk.subarray(0, capacity));
      if (chunk.length > capacity) stop();
      else if (!taken) waitFor(there, caller);
    });
    there.on('data', (chunk) => {
      if (state.capacity === 0) return;
      if (state.losing) connection.end();
      else if (!caller.write(chunk)) waitFor(caller, there);
    });
    join(caller, there, connection);
    join(there, caller, connection);
  });
  await new Promise<void>((done) => entry.listen(0, '127.0.0.1', done));

  return {
    url: `http://127.0.0.1:${(entry.address() as AddressInfo).port}`,
    fallSilentAfter: (bytes) => setCapacity(bytes, true),
    cutAfter: (bytes) => setCapacity(bytes, false),
    loseResponses() {
      state.losing = true;
    },
    mend() {
      // Silently dropped data are missing, so the connections end.
      if (state.silent) for (const connection of open) connection.end();
      Object.assign(state, { capacity: Infinity, silent: false, losing: false });
    },
    async close() {
      const closed = new Promise((done) => entry.close(done));
      for (const connection of open) connection.end();
      await closed;
    },
  };
}

/** Ends one side when the other one ends. */
function join(one: Socket, other: Socket, { end }: Connection): void {
  one.on('error', end);
  one.on('end', () => other.end());
  one.on('close', () => other.destroySoon());
}

/** Backpressure: pauses one side while the other one is full. */
function waitFor(full: Socket, other: Socket): void {
  other.pause();
  full.once('drain', () => other.resume());
}
