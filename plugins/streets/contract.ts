import {
  allOf,
  defineQuery,
  defineRecord,
  idParamSchema,
  idSchema,
  optionSchema,
  type RecordBodyOf,
  type RecordOf,
  type RecordOptionOf,
} from '#kernel/plugin-api/contract.ts';

/**
 * A street of a neighbourhood; displayed as the name followed by "koʻchasi". Admins edit streets only within
 * their own area.
 */
export const street = defineRecord({
  plugin: 'streets',
  name: 'street',
  type: 'Street',
  table: 'streets',
  path: 'streets',
  page: '/streets',
  access: allOf('street_add'),
  area: 'neighborhood_id',
  uniqueWithin: 'neighborhood_id',
  fields: { neighborhood_id: idSchema, neighborhood: optionSchema },
  input: { neighborhood_id: idParamSchema },
  optionFields: ['neighborhood_id'],
  sorts: ['neighborhood'],
  filters: { neighborhood: idParamSchema.optional() },
  calls: {
    list: 'Streets within the user’s area: a page for admins who manage streets; with pagination=false all, for selects',
    create: 'Adds a street to a neighbourhood of the user’s area',
    update: 'Renames a street; an unreferenced one may be moved to another neighbourhood',
  },
});
export type Street = RecordOf<typeof street>;
export type StreetOption = RecordOptionOf<typeof street>;
export type StreetBody = RecordBodyOf<typeof street>;

/** A street, and the neighbourhood to which some of its households move. */
export interface StreetLocation {
  readonly streetId: number;
  readonly neighborhoodId: number;
}

/**
 * Returns the street of the same name in another neighbourhood, for households that move there. If there is none it is created, in the
 * name of `authorId`.
 */
export const counterpartStreetsQuery = defineQuery<
  { readonly places: readonly StreetLocation[]; readonly authorId: number },
  readonly (StreetLocation & { readonly counterpartId: number })[]
>('streets.counterparts');
