import { formatPhone, makeJshshir } from '#kernel/domain/text/index.ts';

/** What is kept secret from some, by the thing whose it is. */
export const secrets = [
  'application.name',
  'application.phone',
  'application.numbers',
  'application.words',
  'application.files',
  'household.name',
  'household.numbers',
  'user.name',
  'user.phone',
  'user.numbers',
  'staff.phone',
  'staff.secrets',
] as const;
export type Secret = (typeof secrets)[number];

/** In which neighbourhood a thing lies, for those who have only one; `nowhere` is what belongs to the city as a whole. */
export type Place = 'own' | 'foreign' | 'nowhere';

/** A value that is nowhere else in the world, so that it tells by itself where it came from. */
export interface Canary {
  readonly secret: Secret;
  readonly place: Place;
  readonly value: string;
}

/** A person made of canaries. */
export interface Person {
  readonly first_name: string;
  readonly last_name: string;
  readonly father_name: string;
  readonly phone: string;
  readonly passport_series: string;
  readonly passport_number: string;
  readonly personal_number: string;
}

let count = 0;

/** A person whom nobody has met: names, phone, passport and JSHSHIR are his alone. */
export function createPerson(mark: string): Person {
  const serial = ++count;
  return {
    first_name: `Kanarija${mark}`,
    last_name: `Kanareyev${mark}`,
    father_name: `Kanarbek${mark}`,
    phone: `99891777880${serial}`,
    passport_series: 'AD',
    passport_number: `908347${serial}`,
    personal_number: makeJshshir({ birthday: '1983-04-17', sex: 'female', area: 731, serial }),
  };
}

/** The canaries that a person is made of; the series of a passport alone tells nothing. */
export function canariesOf(
  owner: 'application' | 'household' | 'user',
  place: Place,
  person: Person,
): Canary[] {
  const { first_name, last_name, father_name, phone, passport_number, personal_number } = person;
  const of = (kind: 'name' | 'phone' | 'numbers', values: readonly string[]) =>
    values.map((value) => ({ secret: `${owner}.${kind}` as Secret, place, value }));
  return [
    ...of('name', [first_name, last_name, father_name]),
    ...(owner === 'household' ? [] : of('phone', [phone])),
    ...of('numbers', owner === 'household' ? [personal_number] : [passport_number, personal_number]),
  ];
}

/** Finds canaries in whatever text, however they are written there. */
export type Finder = (text: string) => Canary[];

/** Makes a finder: values are found as they are, as addresses carry them, in Base64, and phones as people write them. */
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
  return [
    ...new Set([
      value,
      encoded,
      encoded.replaceAll('%20', '+'),
      ...(isPhone ? [formatPhone(value), value.slice(3)] : []),
      // As it begins a text, or stands one or two bytes behind its beginning.
      ...['', 'x', 'xx'].map((before) => innerBase64(before, value)),
    ]),
  ].filter((form) => form.length >= 7);
}

/** What of the Base64 of a text does not depend on what stands around it. */
function innerBase64(before: string, value: string): string {
  const whole = Buffer.from(before + value).toString('base64url');
  const bytes = before.length + Buffer.byteLength(value);
  return whole.slice(Math.ceil((before.length * 8) / 6), Math.floor((bytes * 8) / 6));
}

/** A number is found by itself alone: within a longer one it is another. */
function patternOf(form: string): string {
  const escaped = form.replaceAll(/[.*+?^${}()|[\]\\/-]/g, '\\$&');
  return /^\d+$/.test(form) ? `(?<!\\d)${escaped}(?!\\d)` : escaped;
}
