import { formatPhone } from '#kernel/domain/text/index.ts';
import type { PersonField } from '../../contract.ts';

/** A formatted value: a phone in groups, a day by `date`. */
export function shownValue(field: PersonField, value: string | null, date: (day: string) => string): string {
  if (!value) return '';
  if (field === 'phone') return formatPhone(value);
  return field === 'birthday' ? date(value) : value;
}
