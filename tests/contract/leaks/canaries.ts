import { formatPhone } from '#kernel/domain/text/index.ts';
import { makeJshshir } from '#kernel/devtools/demo/make-jshshir.ts';

/** Kinds of secrets, by their owner; `written` are people's numbers in texts by staff. */
export const secrets = [
  'application.name',
  'application.phone',
  'application.numbers',
  'application.birthday',
  'application.written',
  'application.words',
  'application.files',
  'household.name',
  'household.numbers',
  'user.name',
  'user.phone',
  'user.numbers',
  'user.birthday',
  'staff.phone',
  'staff.secrets',
] as const;
export type Secret = (typeof secrets)[number];

/** The neighbourhood of a record, as seen by a caller with one; `nowhere` means the whole city. */
export type Region = 'own' | 'foreign' | 'nowhere';

/** A unique value, which identifies its origin. */
export interface Canary {
  readonly secret: Secret;
  readonly place: Region;
  readonly value: string;
}

/** A person made of canaries. */
export interface Person {
  readonly first_name: string;
  readonly last_name: string;
  readonly father_name: string;
  readonly phone: string;
  readonly birthday: string;
  readonly passport_series: string;
  readonly passport_number: string;
  readonly personal_number: string;
}

let count = 0;

/** Creates a person with a unique name, phone, passport and JSHSHIR; every tenth one repeats the numbers, for another world. */
export function createPerson(mark: string): Person {
  // A single digit: longer numbers would be rejected.
  const serial = (count++ % 9) + 1;
  const birthday = `1983-04-${10 + serial}`;
  return {
    first_name: `Kanarija${mark}`,
    last_name: `Kanareyev${mark}`,
    father_name: `Kanarbek${mark}`,
    phone: `99891777880${serial}`,
    birthday,
    passport_series: 'AD',
    passport_number: `908347${serial}`,
    personal_number: makeJshshir({ birthday, sex: 'female', area: 731, serial }),
  };
}

/** The canaries of a person; a passport's series alone identifies nobody. */
export function canariesOf(
  owner: 'application' | 'household' | 'user',
  place: Region,
  person: Person,
): Canary[] {
  const { first_name, last_name, father_name, phone, birthday, passport_number, personal_number } = person;
  const of = (kind: 'name' | 'phone' | 'numbers' | 'birthday', values: readonly string[]) =>
    values.map((value) => ({ secret: `${owner}.${kind}` as Secret, place, value }));
  return [
    ...of('name', [first_name, last_name, father_name]),
    ...(owner === 'household' ? [] : [...of('phone', [phone]), ...of('birthday', [birthday])]),
    ...of('numbers', owner === 'household' ? [personal_number] : [passport_number, personal_number]),
  ];
}

/** Finds canaries in a text, in any encoding. */
export type Finder = (text: string) => Canary[];

/** Creates a finder of values: unchanged, URL-encoded, in Base64, and phones as formatted. */
export function finderOf(canaries: readonly Canary[]): Finder {
  const byForm = new Map<string, Canary>();
  for (const canary of canaries) for (const form of encodingsOf(canary.value)) byForm.set(form, canary);
  const alternatives = [...byForm.keys()].toSorted((one, other) => other.length - one.length).map(patternOf);
  const pattern = new RegExp(alternatives.join('|'), 'g');
  return (text) => [...new Set([...text.matchAll(pattern)].flatMap(([form]) => byForm.get(form) ?? []))];
}

function encodingsOf(value: string): string[] {
  const encoded = encodeURIComponent(value);
  const isPhone = /^998\d{9}$/.test(value);
  const day = /^\d{4}-\d{2}-\d{2}$/.test(value) ? [value.split('-').toReversed().join('.')] : [];
  return [
    ...new Set([
      value,
      encoded,
      encoded.replaceAll('%20', '+'),
      ...(isPhone ? [formatPhone(value), value.slice(3)] : []),
      ...day,
      // At the start of a text, or one or two bytes after it.
      ...['', 'x', 'xx'].map((before) => innerBase64(before, value)),
    ]),
  ].filter((form) => form.length >= 7);
}

/** The part of a text's Base64 form that does not depend on the surrounding text. */
function innerBase64(before: string, value: string): string {
  const whole = Buffer.from(before + value).toString('base64url');
  const bytes = before.length + Buffer.byteLength(value);
  return whole.slice(Math.ceil((before.length * 8) / 6), Math.floor((bytes * 8) / 6));
}

/** A number inside a longer one does not count. */
function patternOf(form: string): string {
  const escaped = form.replaceAll(/[.*+?^${}()|[\]\\/-]/g, '\\$&');
  return /^\d+$/.test(form) ? `(?<!\\d)${escaped}(?!\\d)` : escaped;
}
