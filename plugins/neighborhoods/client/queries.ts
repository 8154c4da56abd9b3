import { authorshipFields, nameFields, recordDocument, recordsDocument } from '#kernel/plugin-api/client.ts';
import type { Neighborhood } from '../contract.ts';

/** A neighbourhood in its list, which does without the polygon. */
export type ListedNeighborhood = Omit<Neighborhood, 'coords' | 'geometry'>;

/** A page of neighbourhoods. */
export const neighborhoodsDocument = recordsDocument<ListedNeighborhood>({
  type: 'Neighborhood',
  path: 'neighborhoods',
  fields: `${nameFields} color ${authorshipFields}`,
});

/** One neighbourhood, with its border. */
export const neighborhoodDocument = recordDocument<Neighborhood>({
  type: 'Neighborhood',
  path: 'neighborhoods',
  fields: `${nameFields} coords geometry color ${authorshipFields}`,
});
