import {
  authorshipFields,
  gql,
  nameFields,
  recordDocument,
  recordsDocument,
  type TypedDocumentNode,
} from '#kernel/plugin-api/client.ts';
import type { Neighborhood, NeighborhoodBorder } from '../contract.ts';

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

/** The neighbourhoods of the admin with their borders. */
export const bordersDocument: TypedDocumentNode<{
  readonly answer: { readonly borders: readonly NeighborhoodBorder[] };
}> = gql(`query NeighborhoodBorders {
  answer @rest(type: "NeighborhoodBorders", path: "neighborhoods/borders") {
    borders @type(name: "NeighborhoodBorder") { id ${nameFields} color coords geometry updatedAt }
  }
}`);
