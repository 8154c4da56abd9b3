/** Whether the server has masked a value: its own dots stand in it. */
export function isMasked(value: string): boolean {
  return value.includes('•');
}
