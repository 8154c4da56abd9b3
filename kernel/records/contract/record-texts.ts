/** The texts that the page of a declared record takes from its plugin. */
export const recordTexts = [
  'menu.title',
  'name',
  'nameRequired',
  'search',
  'empty',
  'addTitle',
  'editTitle',
  'added',
  'updated',
] as const;
export type RecordText = (typeof recordTexts)[number];
