import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** Hands each connection to the next of some ports, whoever comes; it knows nothing of sessions. */
export interface Balancer {
  readonly url: string;
  /** Cuts every connection that it carries. */
  cut(): void;
  close(): Promise<void>;
}

/** Starts a balancer, which asks for the ports with each connection; one that refuses is passed over. */
export async function startBalancer(portsOfNow: () => readonly number[]): Promise<Balancer> {
  const open = new Set<Socket>();
  let turn = 0;

  function carry(caller: Socket, left: number): void {
    const ports = portsOfNow();
    const port = ports[turn++ % ports.length] ?? 0;
    const node = connect(port, '127.0.0.1');
    node.once('connect', () => {
      node.removeAllListeners('error');
      for (const [from, to] of [
        [caller, node],
        [node, caller],
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
    node.once('error', () => (left > 1 ? carry(caller, left - 1) : caller.destroy()));
  }

  const server = createServer((caller) => {
    caller.on('error', () => caller.destroy());
    carry(caller, portsOfNow().length);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const cut = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${port}`,
    cut,
    async close() {
      const closed = new Promise((done) => server.close(done));
      cut();
      await closed;
    },
  };
}
