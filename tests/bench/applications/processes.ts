import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';

/** A server under test, in a process of its own. */
export interface Child {
  /** Sends a message, when there is one to send, and waits for the next that comes back. */
  answer<Message>(message?: object): Promise<Message>;
  stop(): Promise<void>;
}

/** Starts a file of this folder; what it logs goes to standard error, so that the table stands alone. */
export function startChild(file: string, argument: string, execArgv: readonly string[] = []): Child {
  const child = fork(join(import.meta.dirname, file), [argument], {
    execArgv: [...execArgv],
    stdio: ['ignore', 2, 2, 'ipc'],
  });
  return {
    answer: (message) => nextMessage(child, message),
    async stop() {
      if (!child.connected) return;
      const gone = new Promise((done) => child.once('exit', done));
      child.disconnect();
      await gone;
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
