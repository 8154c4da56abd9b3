import type { LetterBody, LetterField } from '../../contract.ts';

/** The content of a letter's pages, in its language. */
export interface LetterSheet {
  readonly language: string;
  readonly office: string;
  readonly contacts: string;
  /** Number, day, and the letter that this one corrects; null in a preview. */
  readonly issued: {
    readonly number: string;
    readonly day: string;
    readonly checkAddress: string;
    readonly replaces: string | null;
    /** ISO 8601. */
    readonly moment: string;
  } | null;
  readonly addressee: { readonly name: string; readonly place: string };
  readonly subject: string;
  readonly body: LetterBody;
  readonly signatory: { readonly name: string; readonly position: string };
  readonly executor: string;
  readonly labels: {
    readonly number: string;
    readonly check: string;
    readonly preview: string;
  };
}

/** The value of a field that only an issued letter has. */
export function letterFieldOf({ issued, signatory }: LetterSheet, name: LetterField): string {
  switch (name) {
    case 'letter_number':
      return issued?.number ?? '—';
    case 'letter_date':
      return issued?.day ?? '—';
    case 'signatory_name':
      return signatory.name;
    case 'signatory_position':
      return signatory.position;
  }
}
