/** The fields of a household. */
export const householdFields = `
  id
  address
  path
  category { color uz { name } ru { name } }
  directions { quantity uz { name } ru { name } }`;

/** The fields of a person's applications that the user may see, and the number of the others. */
export const earlierFields = `items { id status createdAt statusAt note } elsewhere`;
