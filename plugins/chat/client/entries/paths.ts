/** The path of the list, to which the user returns from a form. */
export const listPath = '/assistant/entries';

/** The path of the form for a new entry. */
export const addPath = '/assistant/add';
