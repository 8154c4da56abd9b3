/** Milliseconds of CPU time that this process has used: unlike elapsed time, it excludes other load on the machine. */
export function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
