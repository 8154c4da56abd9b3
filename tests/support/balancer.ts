import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** Assigns each connection to the next of some ports, regardless of sessions. */
export interface Balancer {
  readonly url: string;
  /** Closes every connection. */
  disconnectAll(): void;
  close(): Promise<void>;
}

/** Starts a balancer, which reads the ports for each connection and skips one that refuses. */
export async function startBalancer(currentPorts: () => readonly number[]): Promise<Balancer> {
  const open = new Set<Socket>();
  let round = 0;

  function forward(client: Socket, left: number): void {
    const ports = currentPorts();
    const port = ports[round++ % ports.length] ?? 0;
    const node = connect(port, '127.0.0.1');
    node.once('connect', () => {
      node.removeAllListeners('error');
      for (const [from, to] of [
        [client, node],
        [node, client],
      ] as const) {
        open.add(from);
        from.on('error', () => to.destroy());
        from.on('close', () => {
          open.delete(from);
          to.destroy();
        });
        from.pipe(to);
      }
    });
    node.once('error', () => (left > 1 ? forward(client, left - 1) : client.destroy()));
  }

  const server = createServer((client) => {
    client.on('error', () => client.destroy());
    forward(client, currentPorts().length);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const disconnectAll = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${port}`,
    disconnectAll,
    async close() {
      const closed = new Promise((done) => server.close(done));
      disconnectAll();
      await closed;
    },
  };
}
