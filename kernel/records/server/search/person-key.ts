import { normalizeForSearch } from '#kernel/domain/text/index.ts';

/** What a person is found by. */
export interface FindablePerson {
  readonly firstName: string;
  readonly lastName: string;
  readonly fatherName: string | null;
  readonly phone: string | null;
  readonly passportSeries: string | null;
  readonly passportNumber: string | null;
  readonly personalNumber: string | null;
}

/** The text under which a person is indexed; each of its words begins after a space. */
export function personKey(person: FindablePerson): string {
  const { lastName, firstName, fatherName, phone, passportSeries, passportNumber, personalNumber } = person;
  const names = normalizeForSearch([lastName, firstName, fatherName ?? ''].join(' '));
  const passport = normalizeForSearch(`${passportSeries ?? ''}${passportNumber ?? ''}`);
  return ['', names, phone ?? '', passport, personalNumber ?? ''].join(' ').replace(/ +/g, ' ').trimEnd();
}
