/** Leads to a page from outside of components, such as from a message of the browser; the bell, which is always there, knows how. */
export const navigation = { go: (path: string) => location.assign(path) };
