/** Of what PostgreSQL says, the last line that tells why it ended. */
export function lastTellingLine(text: string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const telling = lines.findLast((line) => /FATAL|error/i.test(line)) ?? lines.at(-1) ?? '';
  return telling.replace(/^.*?(FATAL|error): */i, '').replace(/\.$/, '');
}
