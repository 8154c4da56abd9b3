import { z } from 'zod';
import {
  defineQuery,
  defineRecord,
  type FiltersOf,
  idParamSchema,
  idSchema,
  namesShape,
  type Page,
  personal,
  type RecordOf,
  sheetPreviewOf,
  sheetProblemOf,
} from '#kernel/plugin-api/contract.ts';
import { coordinatesSchema } from '#kernel/domain/geo/index.ts';
import { checkJshshir, isPersonName, toLatinLookAlikes } from '#kernel/domain/text/index.ts';
import { jshshirPattern } from '#kernel/domain/text/jshshir.ts';
import { registrarAccess } from './contract/access.ts';

/** A block of flats (`building`) or a detached house (`apartment`), as the specification names them. */
export const houseTypes = ['building', 'apartment'] as const;
export type HouseType = (typeof houseTypes)[number];

const namedSchema = z.object({ id: idSchema, ...namesShape });

/** The fields of a household's address. */
export const addressShape = {
  neighborhood: namedSchema,
  street: namedSchema,
  house_type: z.enum(houseTypes),
  house_number: z.int(),
  /** The suffix of the number: a letter (`A`), a fraction (`/3`) or both (`A/3`). */
  house_suffix: z.string().nullable(),
  /** Only in a building. */
  apartment_number: z.int().nullable(),
} as const;

/**
 * A household. In lists JSHSHIR are masked (`••••••••••0244`); in a single household they are unmasked, and
 * the read is audited. The list is newest first by default; `search` matches addresses, citizens' names and
 * JSHSHIR; the order `address` sorts by neighbourhood, street, house and flat.
 */
export const household = defineRecord({
  plugin: 'households',
  name: 'household',
  type: 'Household',
  table: 'households',
  path: 'households',
  page: '/households/list',
  access: registrarAccess,
  area: 'neighborhood_id',
  readOnly: true,
  authored: true,
  fields: {
    neighborhood_id: idSchema,
    household_category_id: idSchema,
    street_id: idSchema,
    household_category: namedSchema.extend({ color: z.string() }),
    ...addressShape,
    citizens: z.array(z.object({ full_name: z.string(), personal_number: personal('jshshir', z.string()) })),
    able_to_work: z.int(),
    unemployed: z.int(),
    informal: z.int(),
    household_directions: z.array(
      z.object({ direction_id: idSchema, quantity: z.int(), direction: namedSchema }),
    ),
    /** The pin; null if none was set. */
    coords: coordinatesSchema.nullable(),
    author_id: idSchema.nullable(),
  },
  detailFields: ['citizens', 'household_directions', 'coords', 'author_id'],
  sorts: [
    'address',
    'household_category',
    'able_to_work',
    'unemployed',
    'informal',
    'author',
    'createdAt',
    'updatedAt',
  ],
  filters: {
    neighborhood: idParamSchema.optional(),
    household_category: idParamSchema.optional(),
    street: idParamSchema.optional(),
    house_type: z.enum(houseTypes).optional(),
    author: idParamSchema.optional(),
  },
  facets: {
    household_category: { column: 'household_category_id', any: 0 },
    house_type: { column: 'house_type', any: '' },
    author: { column: 'author_id', any: 0 },
  },
  calls: {
    list: 'Households within the user’s area, newest first by default, with the exact length',
    detail: 'One household with unmasked data of its citizens; the read is audited',
  },
});
export type Household = RecordOf<typeof household>;
export type HouseholdSort = (typeof household.sorts)[number];
export type HouseholdFilters = FiltersOf<typeof household>;
export type HouseholdPage = Page<Household>;

/** The limits of a household's parts, and of numbers. */
export const householdLimits = { citizens: 100, directions: 100, house: 100_000, count: 1000 } as const;

const houseSuffix = /^(\p{Lu}(\/\d{1,4})?|\/\d{1,4}\p{Lu}?)$/u;

/**
 * `a`, ` A `, `/3`, stored in one form for any keyboard: Latin capitals in place of similar Cyrillic ones. A
 * fraction without its slash could be part of the number, and is rejected.
 */
const houseSuffixSchema = z
  .string()
  .max(12)
  .transform((text) => toLatinLookAlikes(text.replace(/\s/g, '').toUpperCase()))
  .refine((text) => houseSuffix.test(text), 'households:errors.house_suffix');

/** A person's name, in any of our scripts; never a formula. */
const fullNameSchema = z.string().trim().min(1).max(200).refine(isPersonName, 'households:errors.full_name');

/**
 * Fourteen digits with a valid date; a wrong check digit alone passes here, and has to be confirmed on
 * saving.
 */
const jshshirSchema = z
  .string()
  .max(40)
  .transform((text) => text.replace(/\s/g, ''))
  .superRefine((text, { addIssue }) => {
    const check = checkJshshir(text);
    if (check.ok || check.confirmable) return;
    addIssue({ code: 'custom', message: `households:errors.jshshir_${check.problem}` });
  });

const countSchema = z.int().min(0).max(householdLimits.count).default(0);

/** Problems that a user may confirm: a wrong check digit, as in old data, and a citizen who is in another household too. */
export const confirmations = ['jshshir_check_digit', 'citizen_in_other_household'] as const;
export type Confirmation = (typeof confirmations)[number];

/**
 * Body of `POST households` and `PUT households/{id}`.
 *
 * If something has to be confirmed, nothing is saved, and the response is the 409 of
 * {@link confirmationSchema}. Sent again with those codes in `confirmed`, the household is saved. Numbers
 * that the household already had need no confirmation. A pin outside the neighbourhood's polygon is no error:
 * the form warns of it.
 */
export const householdBodySchema = z
  .strictObject({
    neighborhood_id: idParamSchema,
    household_category_id: idParamSchema,
    street_id: idParamSchema,
    house_type: z.enum(houseTypes),
    house_number: z.int().min(1).max(householdLimits.house),
    /**
     * Beyond the specification, capability `households.house_suffix`. If absent, as from clients that do not know it, the stored
     * one stays.
     */
    house_suffix: houseSuffixSchema.nullable().optional(),
    apartment_number: z.int().min(1).max(householdLimits.house).nullable().default(null),
    citizens: z
      .array(z.strictObject({ full_name: fullNameSchema, personal_number: jshshirSchema }))
      .max(householdLimits.citizens)
      .default([]),
    able_to_work: countSchema,
    unemployed: countSchema,
    informal: countSchema,
    directions: z
      .array(z.strictObject({ direction_id: idParamSchema, quantity: z.int().min(1).max(100_000) }))
      .max(householdLimits.directions)
      .default([]),
    coords: coordinatesSchema.nullable().default(null),
    confirmed: z.array(z.enum(confirmations)).max(confirmations.length).default([]),
  })
  .superRefine(({ house_type, apartment_number, citizens, directions }, { addIssue }) => {
    const wrong = (path: (string | number)[], problem: string) =>
      addIssue({ code: 'custom', path, message: `households:errors.${problem}` });
    const isFlat = house_type === 'building';
    if (isFlat && apartment_number === null) wrong(['apartment_number'], 'apartment_required');
    if (!isFlat && apartment_number !== null) wrong(['apartment_number'], 'apartment_not_allowed');
    for (const index of repeats(citizens.map(({ personal_number }) => personal_number))) {
      wrong(['citizens', index, 'personal_number'], 'citizen_repeated');
    }
    for (const index of repeats(directions.map(({ direction_id }) => direction_id))) {
      wrong(['directions', index, 'direction_id'], 'direction_repeated');
    }
  });
export type HouseholdBody = z.infer<typeof householdBodySchema>;
export type HouseholdDraft = z.input<typeof householdBodySchema>;

/**
 * The response 409 `confirmation_needed` of `POST` and `PUT households`, with the usual message and `fields`.
 */
export const confirmationSchema = z.object({
  code: z.literal('confirmation_needed'),
  /** The value to send as `confirmed`, together with earlier ones. */
  confirm: z.array(z.enum(confirmations)),
});

/** Query of `GET households/citizens`: the other households of this citizen; `except` is the household being edited. */
export const citizenQuerySchema = z.strictObject({
  personal_number: z.string().regex(jshshirPattern),
  except: idParamSchema.optional(),
});

/** Response of `GET households/citizens`: the households within the user's area, and the number outside. The read is audited. */
export const citizenLookupSchema = z.object({
  households: z.array(z.object({ id: idSchema, full_name: z.string(), ...addressShape })),
  elsewhere: z.int(),
});
export type CitizenLookup = z.infer<typeof citizenLookupSchema>;

/** The file formats of a spreadsheet. */
export const sheetFormats = ['xlsx', 'csv'] as const;
export type SheetFormat = (typeof sheetFormats)[number];

/**
 * Query of `GET households/export`: the list's own, without paging. The response is a file with any number of
 * rows, streamed while it is read; `X-Total-Count` is the number of households in it.
 */
export const householdExportQuerySchema = household.querySchema
  .omit({ page: true, limit: true })
  .extend({ format: z.enum(sheetFormats).default('xlsx') });
export type HouseholdExportQuery = z.infer<typeof householdExportQuerySchema>;

/** Query of `GET households/template`: an empty sheet with the headers; in xlsx also the allowed names. */
export const householdTemplateQuerySchema = z.strictObject({ format: z.enum(sheetFormats).default('xlsx') });

/**
 * The columns of template, import and export, in this order; matched by their headers in Uzbek or Russian.
 */
export const importColumns = [
  'neighborhood',
  'street',
  'household_category',
  'house_type',
  'house_number',
  'apartment_number',
  'citizens',
  'able_to_work',
  'unemployed',
  'informal',
  'directions',
  'latitude',
  'longitude',
] as const;
export type ImportColumn = (typeof importColumns)[number];

/** A problem or warning of a row; `column` is absent if it concerns the whole row. */
export const importProblemSchema = sheetProblemOf(importColumns);
export type ImportProblem = z.infer<typeof importProblemSchema>;

/** A row of an import; `row` counts as in the spreadsheet, where the header is 1. */
export const importRowSchema = z.object({
  row: z.int(),
  /** The address in the row, as far as it could be parsed. */
  address: z.string(),
  citizens: z.int(),
  errors: z.array(importProblemSchema),
  warnings: z.array(importProblemSchema),
});
export type ImportRow = z.infer<typeof importRowSchema>;

/** Response of `POST households/imports/preview`. */
export const importPreviewSchema = sheetPreviewOf(importRowSchema).extend({
  /** The digest of all warnings, sent with the import, so that only warnings that were shown are accepted. */
  warnings_digest: z.string(),
});
export type ImportPreview = z.infer<typeof importPreviewSchema>;

/**
 * Response of `POST households/imports`, which runs in one transaction. `skipped` lists the rows that were
 * left out, with the reasons.
 */
export const importReportSchema = z.object({
  created: z.int(),
  skipped: z.array(importRowSchema),
});
export type ImportReport = z.infer<typeof importReportSchema>;

/** Households with a pin, as columns sorted by neighbourhood and id: for maps of whole cities. */
export interface HouseholdColumns {
  readonly id: Int32Array;
  readonly neighborhood: Int32Array;
  readonly category: Int32Array;
  /** In millionths of a degree, about 0.1 m. */
  readonly latitude: Int32Array;
  readonly longitude: Int32Array;
}

/** Queries the pins of some neighbourhoods, or of all: the caller checks the permissions. */
export const householdColumnsQuery = defineQuery<readonly number[] | null, HouseholdColumns>(
  'households.columns',
);

/**
 * Queries how often the pins of each neighbourhood have changed, by its id; 0 counts changes that affect all.
 * Data read afterwards are at least that new.
 */
export const householdVersionsQuery = defineQuery<null, ReadonlyMap<number, number>>('households.versions');

/** The counts of a neighbourhood's households. */
export interface HouseholdMetrics {
  readonly id: number;
  readonly households: number;
  readonly able_to_work: number;
  readonly unemployed: number;
  readonly informal: number;
}

/** Queries the {@link HouseholdMetrics} of all neighbourhoods that have households. */
export const householdMetricsQuery = defineQuery<null, readonly HouseholdMetrics[]>('households.metrics');

/** The indices of values that occurred before. */
function repeats(values: readonly (string | number)[]): number[] {
  return values.flatMap((value, index) => (values.indexOf(value) < index ? [index] : []));
}
