import { spawn, type ChildProcess } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { readEnvironment } from '#kernel/server/config/environment.ts';
import { failStart } from '#kernel/server/config/startup-error.ts';

// `npm run dev`: the server restarts on every change, behind vite, which serves the front end.
const root = resolve(import.meta.dirname, '../../..');

try {
  const { port } = readEnvironment(process.env, process.argv.slice(2));
  const apiPort = await freePort();
  runTogether([
    run(['--watch', '--watch-preserve-output', 'kernel/app/server/main.ts', ...process.argv.slice(2)], {
      PORT: String(apiPort),
      HOST: '127.0.0.1',
      KOMAK_BEHIND_DEV_SERVER: '1',
    }),
    run(['node_modules/vite/bin/vite.js', '--port', String(port), '--strictPort'], {
      KOMAK_API: `http://127.0.0.1:${apiPort}`,
    }),
  ]);
} catch (error) {
  failStart(error);
}

function run(args: readonly string[], variables: Record<string, string>): ChildProcess {
  return spawn(process.execPath, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...variables },
  });
}

/** Ends all processes when one has ended, or at a signal. */
function runTogether(children: readonly ChildProcess[]): void {
  function stop(): void {
    for (const child of children) if (child.exitCode === null) child.kill('SIGTERM');
  }
  for (const child of children) {
    child.on('exit', (code) => {
      process.exitCode = code ?? 1;
      stop();
    });
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
}

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer().once('error', fail);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => done(port));
    });
  });
}
