/** Where the list was left, so that the way back leads there. */
export const lastList = { address: '/applications/list' };
