import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Milliseconds of CPU time that this process has used, which other load on the machine does not increase. */
export function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Milliseconds of one clock tick in `/proc`; Linux has a hundred of them a second. */
const tickMs = 10;

/**
 * Milliseconds of CPU time that the PostgreSQL of a data folder has used, including connections that ended;
 * null without `/proc`, which only Linux has.
 */
export async function databaseTime(folder: string): Promise<number | null> {
  const lines = await readFile(join(folder, 'postgres/postmaster.pid'), 'utf8').catch(() => '');
  const postmaster = Number(lines.split('\n')[0]);
  const names = await readdir('/proc').catch(() => []);
  let ticks = 0;
  for (const name of names.filter((one) => /^\d+$/.test(one))) {
    const status = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    // Its parent, and its ticks: own in user and system mode, then of the processes that it waited for.
    const fields = status
      .slice(status.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const sum = (...indexes: number[]) => indexes.reduce((total, index) => total + (fields[index] ?? 0), 0);
    if (Number(name) === postmaster) ticks += sum(11, 12, 13, 14);
    else if (fields[1] === postmaster) ticks += sum(11, 12);
  }
  return ticks === 0 ? null : ticks * tickMs;
}
