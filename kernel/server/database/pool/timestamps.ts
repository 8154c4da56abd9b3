/** PostgreSQL's `2026-11-21 08:15:30.12+00` as the wire's `2026-11-21T08:15:30.120Z`; sessions run in UTC. */
export function parseTimestamp(text: string): string {
  if (!text.endsWith('+00') || text.charCodeAt(10) !== 32) return new Date(text).toISOString();
  const fraction = text.length > 22 ? text.slice(20, -3).padEnd(3, '0').slice(0, 3) : '000';
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction}Z`;
}
