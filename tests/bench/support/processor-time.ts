/** Milliseconds of a processor that this process has used: unlike the time that passes, other work on the machine adds nothing to it. */
export function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
