/** Where the list is: where one goes from a form. */
export const listPath = '/assistant/entries';

/** The form of a new entry. */
export const addPath = '/assistant/add';
