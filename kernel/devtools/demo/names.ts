import names from './names.json' with { type: 'json' };

/** Given names of men, from which patronymics are formed too. */
export const maleNames: readonly string[] = names.male;

/** Given names of women. */
export const femaleNames: readonly string[] = names.female;

/** Family names of men; women's have an appended `a`. */
export const familyNames: readonly string[] = names.family;
