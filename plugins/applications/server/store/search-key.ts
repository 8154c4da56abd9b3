import { fold } from '#kernel/contract/text/index.ts';

/** What an application is found by. */
export interface Findable {
  readonly firstName: string;
  readonly lastName: string;
  readonly fatherName: string | null;
  readonly phone: string | null;
  readonly passportSeries: string | null;
  readonly passportNumber: string | null;
  readonly personalNumber: string | null;
}

/** The text under which an application is indexed; each of its words begins after a space. */
export function searchKey(author: Findable): string {
  const { lastName, firstName, fatherName, phone, passportSeries, passportNumber, personalNumber } = author;
  const names = fold([lastName, firstName, fatherName ?? ''].join(' '));
  const passport = fold(`${passportSeries ?? ''}${passportNumber ?? ''}`);
  return ['', names, phone ?? '', passport, personalNumber ?? ''].join(' ').replace(/ +/g, ' ').trimEnd();
}
