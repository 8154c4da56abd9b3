import names from './names.json' with { type: 'json' };

/** Given names of men, from which the names of fathers are made too. */
export const maleNames: readonly string[] = names.male;

/** Given names of women. */
export const femaleNames: readonly string[] = names.female;

/** Family names of men; a woman's has an `a` at its end. */
export const familyNames: readonly string[] = names.family;
