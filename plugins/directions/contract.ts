import { defineRecord, idSchema, type RecordOf, superAdmin } from '#kernel/plugin-api/contract.ts';

/** A direction: a kind of activity from which a household earns income. */
export const direction = defineRecord({
  plugin: 'directions',
  name: 'direction',
  type: 'Direction',
  table: 'directions',
  path: 'directions',
  page: '/directions',
  access: superAdmin,
  fields: { author_id: idSchema.nullable() },
  calls: {
    list: 'Directions: a page for super admins; with pagination=false all, for selects',
    create: 'Adds a direction',
    update: 'Renames a direction',
  },
});
export type Direction = RecordOf<typeof direction>;
