import { hook } from '#kernel/plugin-api/contract.ts';
import type { Language } from '#kernel/domain/text/languages.ts';

/** A letter that a plugin offers to an application's citizen. */
export interface CitizenLetter {
  /** Unique among the letters of the application. */
  readonly id: number;
  readonly title: string;
  /** The time of sending, as ISO 8601. */
  readonly date: string;
  /** Opens the file; called only when the citizen requests it. */
  open(): Promise<{ readonly name: string; readonly bytes: Uint8Array }>;
}

/** The result of checking a letter by its code; it contains nothing about its recipient. */
export interface LetterCheck {
  /** Null for a letter that this office did not issue. */
  readonly status: 'issued' | 'replaced' | 'voided' | null;
  readonly number: string | null;
  readonly issuedOn: string | null;
  readonly office: string;
  /** The number of the letter that replaces it. */
  readonly replacedBy: string | null;
}

/** Asks whether a letter is genuine, by the code in its QR. A plugin that sends letters adds its check. */
export const letterChecksHook = hook<{
  readonly language: Language;
  add(check: (code: string) => Promise<LetterCheck>): void;
}>('applications.letterChecks');

/**
 * Collects the letters (PDF) that an application's citizen may read on its status page, once they have
 * entered number and code. A plugin that sends letters adds them; without one there are none.
 */
export const citizenLettersHook = hook<{
  readonly applicationId: number;
  readonly language: Language;
  add(letter: CitizenLetter): void;
}>('applications.letters');
