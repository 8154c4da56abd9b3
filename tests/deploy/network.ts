import { writeFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram, type Shell } from './shell.ts';

/** What our own Docker leaves in the machine's network configuration, to be removed afterwards. */
export interface NetworkBefore {
  restore(): Promise<void>;
}

const ofDocker = /docker/i;

/** Records Docker's network configuration before ours starts: if there was any, nothing is removed. */
export async function describeNetwork(shell: Shell): Promise<NetworkBefore> {
  const before = await rulesOf(shell);
  const hadDocker = before !== null && ofDocker.test(before);
  const forward = /^:FORWARD (\w+)/m.exec(before ?? '')?.[1];
  return {
    async restore() {
      const now = await rulesOf(shell);
      if (hadDocker || now === null) return;
      const rules = now
        .split('\n')
        .filter((line) => !ofDocker.test(line))
        .map((line) => (forward ? line.replace(/^:FORWARD \w+/, `:FORWARD ${forward}`) : line));
      const folder = await mkdtemp(join(tmpdir(), 'komak-rules-'));
      await writeFile(join(folder, 'rules'), rules.join('\n'));
      await shell.run('iptables-restore', [join(folder, 'rules')]);
      await rm(folder, { recursive: true });
      await shell.succeeds('ip', ['link', 'delete', 'docker0']);
    },
  };
}

async function rulesOf(shell: Shell): Promise<string | null> {
  if (!findProgram('iptables-save')) return null;
  return shell.run('iptables-save', []).then(
    ({ stdout }) => stdout,
    () => null,
  );
}
