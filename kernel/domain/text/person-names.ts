/** A person's names as the API gives them; what is missing is left out of the text. */
export interface PersonName {
  last_name?: string | null | undefined;
  first_name?: string | null | undefined;
  father_name?: string | null | undefined;
}

/** Last, first and father's name with a space between: `Karimov Ali Vali oʻgʻli`; empty when there is none. */
export function fullName({ last_name, first_name, father_name }: PersonName): string {
  return [last_name, first_name, father_name]
    .map((name) => name?.trim())
    .filter(Boolean)
    .join(' ');
}

/** An application's id as it is shown (specification §9), with zeros up to six digits: `000042`. */
export function padId(id: number | string): string {
  return String(id).padStart(6, '0');
}

// A letter first, with every sign that keyboards, phones and other registers write for an apostrophe, and for a hyphen. Digits may
// follow: in some registers they part namesakes.
const personName =
  /^['ʻʼʽʹˈˊ`´‘’‛′＇]?(?!['ʻʼʽʹˈˊ`´‘’‛′＇])\p{L}[\p{L}\p{M}\p{Nd}\p{Zs}.'ʻʼʽʹˈˊ`´‘’‛′＇\-‐‑‒–]*$/u;

// Soft hyphens and joiners are pasted with text from other programs, and are invisible.
const unseen = /[\u00ad\u200b-\u200d\u2060\ufeff]/gu;

/**
 * Whether a text can be the name of a person: letters of any script with apostrophes, hyphens, dots, digits and spaces. Rejects
 * numbers, formulas, markup, emojis and line breaks.
 */
export function isPersonName(text: string): boolean {
  return personName.test(text.replace(unseen, ''));
}
