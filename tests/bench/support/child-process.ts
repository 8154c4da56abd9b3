import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** A process of the benchmark that answers one message at a time. */
export interface Child {
  /** Sends a message, if given, and waits for the next reply. */
  request<Message>(message?: object): Promise<Message>;
  stop(): Promise<void>;
}

/**
 * Starts a TypeScript file as a process; it logs to standard error, so that standard output has only the
 * table.
 */
export function startChild(file: URL, argument = '', execArgv: readonly string[] = []): Child {
  const child = fork(fileURLToPath(file), [argument], {
    execArgv: [...execArgv],
    stdio: ['ignore', 2, 2, 'ipc'],
  });
  return {
    request: (message) => nextMessage(child, message),
    async stop() {
      if (!child.connected) return;
      const exited = new Promise((done) => child.once('exit', done));
      child.disconnect();
      await exited;
    },
  };
}

function nextMessage<Message>(child: ChildProcess, message?: object): Promise<Message> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null) =>
      reject(new Error(`a process of the benchmark ended with ${code ?? 'a signal'}`));
    child.once('exit', onExit);
    child.once('message', (received) => {
      child.off('exit', onExit);
      resolve(received as Message);
    });
    if (message) child.send(message);
  });
}
