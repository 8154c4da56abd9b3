import type { PersonField, Similar } from '../../contract.ts';
import { compareNames, familyOf, fatherOf, genderOf, phoneticForm, type NameSimilarity } from './names.ts';

/** A person's known data. */
export type KnownPerson = Readonly<Record<PersonField, string | null>>;

type Common = Similar['common'][number];

/** A person and the phonetic forms of their names, computed once for many comparisons. */
export interface PhoneticForms {
  readonly person: KnownPerson;
  readonly first: string;
  readonly last: string;
  readonly family: string;
  readonly father: string;
  readonly gender: 'female' | 'male' | null;
}

/** Computes a person's phonetic forms; those beyond the first name only when it is similar. */
export function phoneticFormsOf(person: KnownPerson): PhoneticForms {
  const last = person.last_name ?? '';
  return {
    person,
    first: phoneticForm(person.first_name ?? ''),
    last: phoneticForm(last),
    get family() {
      return familyOf(last);
    },
    get father() {
      return fatherOf(person.father_name);
    },
    get gender() {
      return genderOf(last, person.father_name);
    },
  };
}

/**
 * Returns the similarities of two people who may be the same; null for different people. Names alone are not
 * enough: birthday, phone or passport has to match too; twins, parents and namesakes differ in the rest
 * (kernel/decisions/0030-citizens.md).
 */
export function compare(left: PhoneticForms, right: PhoneticForms): Common[] | null {
  const [one, other] = [left.person, right.person];
  if (isSame(one, other, 'personal_number')) return ['number'];
  if (areTwoNumbers(one.personal_number, other.personal_number)) return null;
  const isPassport = isSame(one, other, 'passport_number') && isSame(one, other, 'passport_series');
  if (!isPassport && !mayBeNamedAlike(left, right)) return null;
  const names = compareBothNames(left, right);
  const facts: Facts = {
    ...names,
    father: compareFathers(left.father, right.father),
    birthday: compareBirthdays(one.birthday, other.birthday),
    isPhone: isSame(one, other, 'phone'),
    isPassport,
  };
  if (!names.isSwapped && areTwoGenders(left, right)) return null;
  return isOnePerson(facts) ? commonOf(facts) : null;
}

interface Names {
  readonly first: NameSimilarity;
  readonly family: NameSimilarity;
  readonly isSwapped: boolean;
}

interface Facts extends Names {
  readonly father: 'same' | 'other' | 'unknown';
  readonly birthday: 'same' | 'near' | 'other' | 'unknown';
  readonly isPhone: boolean;
  readonly isPassport: boolean;
}

function isOnePerson({ first, family, father, birthday, isPhone, isPassport, isSwapped }: Facts): boolean {
  if (isPassport) return first !== 'other' || family !== 'other';
  if (first === 'other') return false;
  const isSure = first === 'same' || first === 'near';
  // Women may change their family name on marriage; the father's name stays.
  if (family === 'other') {
    return first === 'same' && birthday === 'same' && father !== 'other' && (father === 'same' || isPhone);
  }
  if (father === 'other') return isSure && isPhone && (birthday === 'same' || birthday === 'near');
  if (birthday === 'same') return isSure || isPhone || father !== 'unknown' || !isSwapped;
  if (birthday === 'other') return false;
  return isPhone;
}

function commonOf({ family, birthday, isPhone, isPassport, isSwapped }: Facts): Common[] {
  const name = isSwapped ? 'swapped' : family === 'other' ? 'surname' : 'name';
  return [
    name,
    ...(birthday === 'same' ? (['birthday'] as const) : []),
    ...(isPhone ? (['phone'] as const) : []),
    ...(isPassport ? (['passport'] as const) : []),
  ];
}

/**
 * Without a passport, the first name decides; this rejects most of five hundred people with the same
 * birthday.
 */
function mayBeNamedAlike(one: PhoneticForms, other: PhoneticForms): boolean {
  return compareNames(one.first, other.first) !== 'other' || compareNames(one.first, other.last) !== 'other';
}

/** First and family name, also if they were swapped. */
function compareBothNames(one: PhoneticForms, other: PhoneticForms): Names {
  const straight = {
    first: compareNames(one.first, other.first),
    family: compareNames(one.family, other.family),
    isSwapped: false,
  };
  if (straight.first !== 'other' && straight.family !== 'other') return straight;
  const swapped = {
    first: compareNames(one.first, other.last),
    family: compareNames(one.last, other.first),
    isSwapped: true,
  };
  return swapped.first !== 'other' && swapped.family !== 'other' ? swapped : straight;
}

function compareFathers(left: string, right: string): Facts['father'] {
  if (left === '' || right === '') return 'unknown';
  return compareNames(left, right) === 'other' ? 'other' : 'same';
}

/** The same day; a day with one differing digit, or with day and month swapped; another day. */
function compareBirthdays(one: string | null, other: string | null): Facts['birthday'] {
  if (!one || !other) return 'unknown';
  if (one === other) return 'same';
  const [year, month, day] = one.split('-');
  if (`${year}-${day}-${month}` === other) return 'near';
  const [left, right] = [one.replaceAll('-', ''), other.replaceAll('-', '')];
  return countDifferences(left, right) === 1 || areExchanged(left, right) ? 'near' : 'other';
}

/** Whether two numbers belong to two people: neither is a misspelling of the other. */
function areTwoNumbers(one: string | null, other: string | null): boolean {
  if (!one || !other || one === other) return false;
  return countDifferences(one, other) > 1 && !areExchanged(one, other);
}

/** Whether two adjacent digits are swapped. */
function areExchanged(one: string, other: string): boolean {
  const at = [...one].findIndex((digit, index) => digit !== other[index]);
  const exchanged = `${one.slice(0, at)}${one[at + 1] ?? ''}${one[at] ?? ''}${one.slice(at + 2)}`;
  return exchanged === other;
}

function countDifferences(one: string, other: string): number {
  return [...one].filter((digit, index) => digit !== other[index]).length;
}

function areTwoGenders({ gender: one }: PhoneticForms, { gender: other }: PhoneticForms): boolean {
  return one !== null && other !== null && one !== other;
}

function isSame(one: KnownPerson, other: KnownPerson, field: PersonField): boolean {
  return one[field] !== null && one[field] !== '' && one[field] === other[field];
}
