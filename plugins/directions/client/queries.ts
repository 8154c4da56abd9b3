import { authorshipFields, nameFields, recordsDocument } from '#kernel/records/client/index.ts';
import type { Direction } from '../contract.ts';

/** A page of directions. */
export const directionsDocument = recordsDocument<Direction>({
  type: 'Direction',
  path: 'directions',
  fields: `${nameFields} ${authorshipFields}`,
});
