import { hook } from '#kernel/plugin-api/contract.ts';
import type { Language } from '#kernel/domain/text/languages.ts';

/** A letter that a plugin offers to the citizen of an application. */
export interface CitizenLetter {
  /** Unique among the letters of the application. */
  readonly id: number;
  readonly title: string;
  /** When it was sent, as ISO 8601. */
  readonly date: string;
  /** Opens the file; called only when the citizen asks for it. */
  open(): Promise<{ readonly name: string; readonly bytes: Uint8Array }>;
}

/** The result of checking a letter by its code; it contains nothing about its recipient. */
export interface LetterCheck {
  /** Null for one that is not of this office. */
  readonly status: 'issued' | 'replaced' | 'voided' | null;
  readonly number: string | null;
  readonly issuedOn: string | null;
  readonly office: string;
  /** The number of the letter that has taken its place. */
  readonly replacedBy: string | null;
}

/** Asks who can say whether a letter is genuine, by the code in its QR. A plugin that sends letters adds its check. */
export const letterChecksHook = hook<{
  readonly language: Language;
  add(check: (code: string) => Promise<LetterCheck>): void;
}>('applications.letterChecks');

/**
 * Asks which letters (PDF) the citizen of an application may read on its status page; they have shown number and code. A plugin
 * that sends letters listens and adds them; without one there are none.
 */
export const citizenLettersHook = hook<{
  readonly applicationId: number;
  readonly language: Language;
  add(letter: CitizenLetter): void;
}>('applications.letters');
