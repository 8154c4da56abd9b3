import { z } from 'zod';
import { fail, idParamSchema, problemsOf } from '#kernel/plugin-api/contract.ts';
import {
  choiceField,
  type ColumnValues,
  defineHistory,
  listField,
  namesIn,
  numberField,
  referenceField,
  textField,
  type TrackedField,
} from '#kernel/plugin-api/server.ts';
import { type Household, type HouseholdBody, householdBodySchema } from '../contract.ts';
import { households, registrarAccess } from '../manifest.ts';
import { asBody, changeHousehold, readHousehold } from './change-household.ts';

const citizenSchema = z.object({ position: z.int(), full_name: z.string(), personal_number: z.string() });
const directionSchema = z.object({ direction_id: z.int(), quantity: z.int() });

const pinField: TrackedField = {
  name: 'coords',
  columns: ['latitude', 'longitude'],
  label: 'households:form.pin',
  show: ({ latitude, longitude }) =>
    latitude === null || longitude === null ? null : { text: `${String(latitude)}, ${String(longitude)}` },
};

/** The fields of the form, in its order. */
const fields: readonly TrackedField[] = [
  referenceField(
    'household_category_id',
    'households:list.category',
    namesIn('household_categories_v1_categories'),
  ),
  referenceField(
    'neighborhood_id',
    'households:list.neighborhood',
    namesIn('neighborhoods_v1_neighborhoods'),
  ),
  referenceField('street_id', 'households:list.street', namesIn('streets_v1_streets')),
  choiceField('house_type', 'households:list.houseType', {
    building: 'households:houseTypes.building',
    apartment: 'households:houseTypes.apartment',
  }),
  numberField('house_number', 'households:form.houseNumber'),
  textField('house_suffix', 'households:form.houseSuffix'),
  numberField('apartment_number', 'households:form.apartmentNumber'),
  listField('citizens', 'households:form.citizens', (part) => {
    const { full_name: text, personal_number: jshshir } = citizenSchema.parse(part);
    return { text, jshshir };
  }),
  ...(['able_to_work', 'unemployed', 'informal'] as const).map((name) =>
    numberField(name, `households:form.${name}`),
  ),
  listField(
    'directions',
    'households:form.directions',
    (part, { nameOf }) => {
      const { direction_id, quantity: number } = directionSchema.parse(part);
      return { text: nameOf(direction_id) ?? String(direction_id), number };
    },
    {
      idOf: (part) => directionSchema.parse(part).direction_id,
      namesOf: namesIn('directions_v1_directions'),
    },
  ),
  pinField,
];

/** The history of households, with their members. */
export const history = defineHistory(households, {
  tracked: {
    kind: 'household',
    table: 'households',
    parts: [
      {
        name: 'citizens',
        table: 'household_citizens',
        owner: 'household_id',
        columns: ['position', 'full_name', 'personal_number'],
      },
      {
        name: 'directions',
        table: 'household_directions',
        owner: 'household_id',
        columns: ['direction_id', 'quantity'],
      },
    ],
  },
  fields,
  path: 'households',
  access: registrarAccess,
  id: idParamSchema,
  find: readHousehold,
  restore: (call, id, columns) =>
    changeHousehold(call, id, { verb: 'restore', bodyOf: (before) => restoredBody(before, columns) }),
});

/**
 * A household with some earlier column values. Check digits that were confirmed once need no further
 * confirmation.
 */
function restoredBody(before: Household, columns: ColumnValues): HouseholdBody {
  const { latitude, longitude, citizens, ...rest } = columns;
  const shape = Object.keys(householdBodySchema.shape);
  const own = Object.entries(asBody(before)).filter(([key]) => shape.includes(key));
  const read = householdBodySchema.safeParse({
    ...Object.fromEntries(own),
    ...rest,
    ...(latitude === undefined ? {} : { coords: latitude === null ? null : [latitude, longitude] }),
    ...(citizens === undefined
      ? {}
      : { citizens: z.array(citizenSchema).parse(citizens).map(withoutPosition) }),
    confirmed: ['jshshir_check_digit'],
  });
  if (!read.success) throw fail('invalid', { fields: problemsOf(read.error.issues) });
  return read.data;
}

function withoutPosition({ position: _position, ...citizen }: z.output<typeof citizenSchema>) {
  return citizen;
}
