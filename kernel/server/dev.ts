import { spawn, type ChildProcess } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { readEnvironment } from './config/environment.ts';
import { refuseToStart } from './config/startup-error.ts';

// `npm run dev`: the server restarts on every change, behind vite, which serves the front end.
const root = resolve(import.meta.dirname, '../..');
const children: ChildProcess[] = [];

try {
  const { port } = readEnvironment(process.env, process.argv.slice(2));
  const apiPort = await freePort();
  run(['--watch', '--watch-preserve-output', 'kernel/server/main.ts', ...process.argv.slice(2)], {
    PORT: String(apiPort),
    HOST: '127.0.0.1',
    KOMAK_BEHIND_DEV_SERVER: '1',
  });
  run(['node_modules/vite/bin/vite.js', '--port', String(port), '--strictPort'], {
    KOMAK_API: `http://127.0.0.1:${apiPort}`,
  });
} catch (error) {
  refuseToStart(error);
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);

function run(args: readonly string[], variables: Record<string, string>): void {
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...variables },
  });
  children.push(child);
  child.on('exit', (code) => {
    process.exitCode = code ?? 1;
    stop();
  });
}

function stop(): void {
  for (const child of children) if (child.exitCode === null) child.kill('SIGTERM');
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
