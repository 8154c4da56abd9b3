/** The day that it is in a time zone, `YYYY-MM-DD`. */
export function dayIn(timeZone: string, moment: number = Date.now()): string {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone,
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(moment);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')}`;
}
