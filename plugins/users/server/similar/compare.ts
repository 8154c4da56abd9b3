import type { PersonField, Similar } from '../../contract.ts';
import { compareNames, familyOf, fatherOf, genderOf, soundOf, type Likeness } from './names.ts';

/** A person as far as they are known. */
export type KnownPerson = Readonly<Record<PersonField, string | null>>;

type Common = Similar['common'][number];

/**
 * What two people have in common who may be one person; null where they are two. Names alone are not enough: birthday, phone or
 * passport has to agree too, and twins, parents and namesakes differ in what is left (kernel/decisions/0030-citizens.md).
 */
export function compare(one: KnownPerson, other: KnownPerson): Common[] | null {
  if (isSame(one, other, 'personal_number')) return ['number'];
  if (areTwoNumbers(one.personal_number, other.personal_number)) return null;
  const names = compareBothNames(one, other);
  const facts: Facts = {
    ...names,
    father: compareFathers(one.father_name, other.father_name),
    birthday: compareBirthdays(one.birthday, other.birthday),
    isPhone: isSame(one, other, 'phone'),
    isPassport: isSame(one, other, 'passport_number') && isSame(one, other, 'passport_series'),
  };
  if (names.isSwapped ? false : areTwoGenders(one, other)) return null;
  return isOnePerson(facts) ? commonOf(facts) : null;
}

interface Names {
  readonly first: Likeness;
  readonly family: Likeness;
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
  // Women change their family name when they marry; the father's name stays.
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

/** First and family name, also where one of the two was written in the place of the other. */
function compareBothNames(one: KnownPerson, other: KnownPerson): Names {
  const [first, family] = [one.first_name ?? '', one.last_name ?? ''];
  const [otherFirst, otherFamily] = [other.first_name ?? '', other.last_name ?? ''];
  const straight = {
    first: compareNames(soundOf(first), soundOf(otherFirst)),
    family: compareNames(familyOf(family), familyOf(otherFamily)),
    isSwapped: false,
  };
  if (straight.first !== 'other' && straight.family !== 'other') return straight;
  const swapped = {
    first: compareNames(soundOf(first), soundOf(otherFamily)),
    family: compareNames(soundOf(family), soundOf(otherFirst)),
    isSwapped: true,
  };
  return swapped.first !== 'other' && swapped.family !== 'other' ? swapped : straight;
}

function compareFathers(one: string | null, other: string | null): Facts['father'] {
  const [left, right] = [fatherOf(one), fatherOf(other)];
  if (left === '' || right === '') return 'unknown';
  return compareNames(left, right) === 'other' ? 'other' : 'same';
}

/** The same day; one in which a single digit differs, or day and month are exchanged; another one. */
function compareBirthdays(one: string | null, other: string | null): Facts['birthday'] {
  if (!one || !other) return 'unknown';
  if (one === other) return 'same';
  const [year, month, day] = one.split('-');
  if (`${year}-${day}-${month}` === other) return 'near';
  const [left, right] = [one.replaceAll('-', ''), other.replaceAll('-', '')];
  return countDifferences(left, right) === 1 || areExchanged(left, right) ? 'near' : 'other';
}

/** Two numbers that are no misspelling of each other are two people. */
function areTwoNumbers(one: string | null, other: string | null): boolean {
  if (!one || !other || one === other) return false;
  return countDifferences(one, other) > 1 && !areExchanged(one, other);
}

/** Whether two digits beside each other are exchanged. */
function areExchanged(one: string, other: string): boolean {
  const at = [...one].findIndex((digit, index) => digit !== other[index]);
  const exchanged = `${one.slice(0, at)}${one[at + 1] ?? ''}${one[at] ?? ''}${one.slice(at + 2)}`;
  return exchanged === other;
}

function countDifferences(one: string, other: string): number {
  return [...one].filter((digit, index) => digit !== other[index]).length;
}

function areTwoGenders(one: KnownPerson, other: KnownPerson): boolean {
  const [left, right] = [one, other].map((person) => genderOf(person.last_name ?? '', person.father_name));
  return left !== null && right !== null && left !== right;
}

function isSame(one: KnownPerson, other: KnownPerson, field: PersonField): boolean {
  return one[field] !== null && one[field] !== '' && one[field] === other[field];
}
