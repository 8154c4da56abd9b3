/** A person's names as in the API; missing ones are skipped. */
export interface PersonName {
  last_name?: string | null | undefined;
  first_name?: string | null | undefined;
  father_name?: string | null | undefined;
}

/** Last name, first name and patronymic, separated by spaces: `Karimov Ali Vali oʻgʻli`; empty if there is none. */
export function fullName({ last_name, first_name, father_name }: PersonName): string {
  return [last_name, first_name, father_name]
    .map((name) => name?.trim())
    .filter(Boolean)
    .join(' ');
}

/** The displayed id of an application (specification §9), padded with zeros to six digits: `000042`. */
export function padId(id: number | string): string {
  return String(id).padStart(6, '0');
}

// Starts with a letter; allows every character that keyboards, phones and other registers use as an apostrophe or
// hyphen. Digits may follow, since some registers distinguish namesakes by them.
const personName =
  /^['ʻʼʽʹˈˊ`´‘’‛′＇]?(?!['ʻʼʽʹˈˊ`´‘’‛′＇])\p{L}[\p{L}\p{M}\p{Nd}\p{Zs}.'ʻʼʽʹˈˊ`´‘’‛′＇\-‐‑‒–]*$/u;

// Soft hyphens and joiners, which are invisible and come with text pasted from other programs.
const unseen = /[\u00ad\u200b-\u200d\u2060\ufeff]/gu;

/**
 * Whether a text can be a person's name: letters of any script with apostrophes, hyphens, dots, digits and spaces.
 * Rejects numbers, formulas, markup, emojis and line breaks.
 */
export function isPersonName(text: string): boolean {
  return personName.test(text.replace(unseen, ''));
}
