/** What is read of a home. */
export const homeFields = `
  id
  address
  path
  category { color uz { name } ru { name } }
  directions { quantity uz { name } ru { name } }`;

/** What is read of the applications of a person: those that one may see, and how many others there are. */
export const earlierFields = `items { id status createdAt statusAt note } elsewhere`;
