import {
  authorshipFields,
  gql,
  nameFields,
  recordDocument,
  recordsDocument,
  type TypedDocumentNode,
} from '#kernel/plugin-api/client.ts';
import type { HouseholdPins, Neighborhood, NeighborhoodBorder } from '../../contract.ts';

/** A neighbourhood as listed, without its border. */
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

/** The pins of all households. */
export const householdPinsDocument: TypedDocumentNode<{ readonly response: HouseholdPins }> =
  gql(`query HouseholdPins {
  response @rest(type: "HouseholdPins", path: "neighborhoods/households") { ids latitudes longitudes }
}`);

/** The admin's neighbourhoods and adjacent ones, with their borders. */
export const bordersDocument: TypedDocumentNode<{
  readonly response: { readonly borders: readonly NeighborhoodBorder[] };
}> = gql(`query NeighborhoodBorders {
  response @rest(type: "NeighborhoodBorders", path: "neighborhoods/borders") {
    borders @type(name: "NeighborhoodBorder") { id ${nameFields} color coords geometry updatedAt }
  }
}`);
