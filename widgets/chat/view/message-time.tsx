/** The time of a message, with the date if it was not today. */
export function MessageTime({ at, now }: { readonly at: number; readonly now: number }) {
  const date = new Date(at);
  const time = `${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`;
  const sameDay = date.toDateString() === new Date(now).toDateString();
  const day = `${twoDigits(date.getDate())}.${twoDigits(date.getMonth() + 1)}.${date.getFullYear()}`;
  return (
    <time className="kc-time" dateTime={date.toISOString()}>
      {sameDay ? time : `${day} ${time}`}
    </time>
  );
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}
