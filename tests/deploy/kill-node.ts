import { setTimeout as sleep } from 'node:timers/promises';
import type { Engine } from './engine.ts';
import type { Installation, NodeName } from './installation.ts';

/**
 * Runs in the container: kills the server, as a crash does. If the container were stopped instead, Docker
 * would not start it again.
 */
const script = `
const { readdirSync, readFileSync } = require('node:fs');
const others = readdirSync('/proc').filter((name) => /^[0-9]+$/.test(name) && name !== '1' && name !== String(process.pid));
for (const id of others) {
  const line = readFileSync('/proc/' + id + '/cmdline', 'utf8');
  if (line.startsWith('node') && line.includes('kernel/app/server/start.ts')) process.kill(Number(id), 'SIGKILL');
}`;

/** Kills a node's server, and waits until Docker has restarted it and it is healthy. */
export async function killNode(installation: Installation, engine: Engine, node: NodeName): Promise<void> {
  const { stdout } = await installation.compose('ps', '--quiet', node);
  const container = stdout.trim();
  const startedAt = () => engine.docker('inspect', '--format', '{{.State.StartedAt}}', container);
  const before = await startedAt();
  // The exec ends together with the container.
  await installation.compose('exec', '-T', node, 'node', '-e', script).catch(() => {});
  for (let waits = 0; (await startedAt()) === before; waits++) {
    if (waits > 60) throw new Error(`${node} was not started again`);
    await sleep(500);
  }
  await installation.untilHealthy(node);
}
