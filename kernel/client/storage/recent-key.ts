/** Under which the browser keeps what was opened lately; signing out takes it away. */
export const recentKey = 'search-recent';
