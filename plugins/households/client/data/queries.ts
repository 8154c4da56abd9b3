import type { ListedOf, Option } from '#kernel/plugin-api/contract.ts';
import {
  authorshipFields,
  gql,
  nameFields,
  optionsDocument,
  recordDocument,
  recordDocuments,
  type TypedDocumentNode,
} from '#kernel/plugin-api/client.ts';
import type { HouseholdCategoryOption } from '../../../household_categories/contract.ts';
import type { Neighborhood, NeighborhoodBorder } from '../../../neighborhoods/contract.ts';
import type { StreetOption } from '../../../streets/contract.ts';
import { household, type Household } from '../../contract.ts';

/** A household as listed: address, category and three counts. */
export type ListedHousehold = ListedOf<typeof household>;

/** A page of households. */
export const householdsDocument = recordDocuments(household).page;

/** The neighbourhoods within the user's area, for selects. */
export const neighborhoodOptionsDocument = optionsDocument<Option>({
  type: 'Neighborhood',
  path: 'neighborhoods',
  fields: nameFields,
});

/** The streets within the user's area with their neighbourhoods, for selects. */
export const streetOptionsDocument = optionsDocument<StreetOption>({
  type: 'Street',
  path: 'streets',
  fields: `neighborhood_id ${nameFields}`,
});

/** The categories, for selects. */
export const categoryOptionsDocument = optionsDocument<HouseholdCategoryOption>({
  type: 'HouseholdCategory',
  path: 'household-categories',
  fields: `color ${nameFields}`,
});

/** The directions, for selects. */
export const directionOptionsDocument = optionsDocument<Option>({
  type: 'Direction',
  path: 'directions',
  fields: nameFields,
});

/** One household with unmasked citizens. Other servers may name a citizen's number `JSHSHIR`, as in the specification. */
export const householdDocument = recordDocument<Household>({
  type: 'Household',
  path: 'households',
  fields: `neighborhood_id household_category_id street_id
    neighborhood { id ${nameFields} } street { id ${nameFields} }
    household_category { id ${nameFields} color }
    house_type house_number house_suffix apartment_number
    citizens { full_name personal_number JSHSHIR }
    able_to_work unemployed informal
    household_directions { direction_id quantity }
    coords ${authorshipFields}`,
});

/** The border of one neighbourhood. */
export const neighborhoodBorderDocument = recordDocument<
  Pick<Neighborhood, 'uz' | 'ru' | 'coords' | 'geometry' | 'color'>
>({
  type: 'Neighborhood',
  path: 'neighborhoods',
  fields: `${nameFields} coords geometry color`,
});

/** The admin's neighbourhoods and adjacent ones, with their borders. */
export const bordersDocument: TypedDocumentNode<{
  readonly response: { readonly borders: readonly NeighborhoodBorder[] };
}> = gql(`query HouseholdBorders {
  response @rest(type: "HouseholdBorders", path: "neighborhoods/borders") {
    borders @type(name: "HouseholdBorder") { id ${nameFields} color coords geometry }
  }
}`);
