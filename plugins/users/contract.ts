import { z } from 'zod';
import {
  birthdaySchema,
  daySchema,
  defineQuery,
  defineRecord,
  hook,
  idParamSchema,
  idSchema,
  momentSchema,
  personal,
  type RecordOf,
  sheetPreviewOf,
  sheetProblemOf,
  slot,
  superAdmin,
} from '#kernel/plugin-api/contract.ts';
import { isFutureDay } from '#kernel/domain/text/dates.ts';
import { checkJshshir, checkPassport, isPersonName, parsePhone } from '#kernel/domain/text/index.ts';
import { jshshirPattern } from '#kernel/domain/text/jshshir.ts';

/** Response of `GET users/lookup?personal_number=`: the register's data of a citizen. */
export const citizenSchema = z.object({
  id: idSchema,
  first_name: z.string(),
  last_name: z.string(),
  father_name: z.string().nullable(),
  phone: personal('phone', z.string()).nullable(),
  birthday: birthdaySchema().nullable(),
  passport_series: z.string().nullable(),
  passport_number: personal('passport', z.string()).nullable(),
  /** Null if unknown. */
  personal_number: personal('jshshir', z.string()).nullable(),
});
export type Citizen = z.infer<typeof citizenSchema>;

/** Query of `GET users/lookup`. */
export const lookupQuerySchema = z.strictObject({ personal_number: z.string().regex(jshshirPattern) });

const flagSchema = z.enum(['true', 'false']);

/**
 * A registered citizen; the list is newest first by default, and searchable by name, phone, passport and
 * JSHSHIR; a search stops counting at 10,000, as `capped` reports. Numbers and birthdays are masked; `GET
 * users/{id}` returns them unmasked, and is audited.
 */
export const user = defineRecord({
  plugin: 'users',
  name: 'user',
  type: 'User',
  table: 'users',
  path: 'users',
  page: '/users',
  access: superAdmin,
  readOnly: true,
  fields: { ...citizenSchema.omit({ id: true }).shape, is_fully_filled: z.boolean(), blocked: z.boolean() },
  sorts: ['createdAt', 'name'],
  filters: { blocked: flagSchema.optional(), is_fully_filled: flagSchema.optional() },
  facets: { blocked: { column: 'blocked', any: '*' }, is_fully_filled: { column: 'filled', any: '*' } },
  calls: {
    list: 'The registered citizens with masked numbers, newest first by default',
    detail: 'One registered citizen with unmasked numbers; the read is audited',
  },
});
export type User = RecordOf<typeof user>;
export type UserSort = (typeof user.sorts)[number];

/**
 * The fields that `POST users/{id}/reveal` and `POST applications/{id}/reveal` reveal; a passport includes
 * its series.
 */
export const revealedFields = ['personal_number', 'passport', 'birthday'] as const;
export type RevealedField = (typeof revealedFields)[number];

/** An admin in a citizen's history; null if the account was deleted, or if the server itself acted. */
const authorSchema = z.object({ id: idSchema, first_name: z.string(), last_name: z.string() }).nullable();

/** Why, by whom and since when a citizen is blocked; the specification's route has no reason. */
export const citizenBlockSchema = z.object({
  reason: z.string().nullable(),
  at: momentSchema.nullable(),
  by: authorSchema,
});
export type CitizenBlock = z.output<typeof citizenBlockSchema>;

/** A person who was merged into a citizen, and can be separated again. */
export const citizenMergeSchema = z.object({
  id: idSchema,
  name: z.string(),
  createdAt: momentSchema,
  by: authorSchema,
});

/** Response of `GET users/{id}`: unmasked, with the reason of a block and merged citizens. */
export const userDetailSchema = user.schema.extend({
  block: citizenBlockSchema.nullable(),
  merges: z.array(citizenMergeSchema),
});
export type UserDetail = z.output<typeof userDetailSchema>;

/** Further buttons of a citizen's page. */
export const userActions = slot<{ citizen: UserDetail }>('users.actions');

/** The right column of a citizen's page, for other plugins' data about them. */
export const userAside = slot<{ citizen: UserDetail }>('users.aside');

/** Query of `PUT users/user/{id}/block`. */
export const blockQuerySchema = z.strictObject({ blocked: flagSchema });

/** Body of `PUT users/user/{id}/block`; the specification's has none. */
export const blockBodySchema = z.strictObject({ reason: z.string().trim().min(1).max(500).optional() });

/** A name of a person in any of our scripts; never a formula. */
const nameSchema = z.string().trim().max(100);
const optionalSchema = (length: number) =>
  z
    .string()
    .trim()
    .max(length)
    .nullish()
    .transform((text) => text || null);

/**
 * A person as named in a form, a sheet or an application, validated and normalized as stored: phone and
 * JSHSHIR as digits, the passport series in capitals. The birthday is that of the JSHSHIR, if there is one. A
 * JSHSHIR of which only the check digit is wrong may be an old valid one: it passes, and forms ask about it.
 */
export const citizenBodySchema = z
  .strictObject({
    first_name: nameSchema,
    last_name: nameSchema,
    father_name: optionalSchema(100),
    phone: optionalSchema(30),
    birthday: daySchema.nullish().transform((day) => day ?? null),
    passport_series: optionalSchema(4),
    passport_number: optionalSchema(14),
    personal_number: optionalSchema(40),
  })
  .transform((body, { addIssue }) => {
    const wrong = (field: keyof typeof body, problem: string) =>
      addIssue({ code: 'custom', path: [field], message: `users:errors.${problem}` });
    for (const field of ['first_name', 'last_name', 'father_name'] as const) {
      const name = body[field];
      if (name === '') wrong(field, 'name_required');
      else if (name !== null && !isPersonName(name)) wrong(field, 'name_form');
    }
    const phone = body.phone === null ? null : parsePhone(body.phone);
    if (body.phone !== null && phone === null) wrong('phone', 'phone');
    const passport = readPassport(body, wrong);
    const jshshir = readJshshir(body.personal_number, wrong);
    if (jshshir && body.birthday && jshshir.birthday !== body.birthday) wrong('birthday', 'birthday_differs');
    if (body.birthday && isFutureDay(body.birthday)) wrong('birthday', 'birthday_future');
    const birthday = jshshir?.birthday ?? body.birthday;
    return { ...body, phone, birthday, ...passport, personal_number: jshshir?.value ?? null };
  });
export type CitizenBody = z.output<typeof citizenBodySchema>;
export type CitizenDraft = z.input<typeof citizenBodySchema>;

type Wrong = (field: 'passport_series' | 'passport_number' | 'personal_number', problem: string) => void;

function readPassport(
  {
    passport_series: series,
    passport_number: number,
  }: { readonly passport_series: string | null; readonly passport_number: string | null },
  wrong: Wrong,
): { passport_series: string | null; passport_number: string | null } {
  if (series === null && number === null) return { passport_series: null, passport_number: null };
  const check = checkPassport(series ?? '', number ?? '');
  if (check.ok) return { passport_series: check.series, passport_number: check.number };
  wrong(`passport_${check.problem}`, `passport_${check.problem}`);
  return { passport_series: null, passport_number: null };
}

function readJshshir(text: string | null, wrong: Wrong): { value: string; birthday: string } | null {
  if (text === null) return null;
  const check = checkJshshir(text.replace(/\s/g, ''));
  if (check.ok || check.confirmable) return { value: check.value, birthday: check.birthday };
  wrong('personal_number', `jshshir_${check.problem}`);
  return null;
}

/** A citizen as {@link findOrCreateCitizenQuery} found or created them. */
export interface FoundCitizen {
  readonly id: number;
  readonly created: boolean;
  /** A blocked citizen cannot apply from outside; staff decide themselves, and see `block_reason`. */
  readonly blocked: boolean;
  readonly block_reason: string | null;
}

/**
 * Finds the citizen that a person's data identify, or creates them, in the caller's transaction: by JSHSHIR,
 * or without one by the passport of a citizen who has no JSHSHIR either. Documents of a merged person
 * identify the remaining one. Without both, a new citizen is created; merging similar ones is left to a
 * person. Existing citizens' data are not changed. Two concurrent calls with the same new JSHSHIR get the
 * same citizen. The data are those of {@link citizenBodySchema}, validated by it or in the same way.
 */
export const findOrCreateCitizenQuery = defineQuery<CitizenBody, FoundCitizen>('users.findOrCreateCitizen');

/** The fields in which a citizen's record may differ from another text about them. */
export const personFields = [
  'first_name',
  'last_name',
  'father_name',
  'phone',
  'birthday',
  'passport_series',
  'passport_number',
  'personal_number',
] as const satisfies readonly (keyof CitizenBody)[];
export type PersonField = (typeof personFields)[number];

/** The similarities of two citizens who may be the same person. */
export const similarities = [
  'name',
  'swapped',
  'surname',
  'birthday',
  'phone',
  'passport',
  'number',
] as const;

/** A citizen who may be the same person, with masked numbers. */
export const similarSchema = z.object({ user: user.schema, common: z.array(z.enum(similarities)) });
export type Similar = z.output<typeof similarSchema>;

/** Query of `GET users/similar`: a person being typed; `except` is the citizen being edited. */
export const similarQuerySchema = z.strictObject({
  first_name: z.string().trim().max(100).default(''),
  last_name: z.string().trim().max(100).default(''),
  father_name: z.string().trim().max(100).default(''),
  phone: z.string().trim().max(30).default(''),
  birthday: daySchema.optional(),
  passport_series: z.string().trim().max(4).default(''),
  passport_number: z.string().trim().max(14).default(''),
  personal_number: z.string().trim().max(14).default(''),
  except: idParamSchema.optional(),
});
export type SimilarQuery = z.output<typeof similarQuerySchema>;

/** Response of `GET users/similar` and `GET users/{id}/similar`, the likeliest first. */
export const similarListSchema = z.object({ items: z.array(similarSchema) });

/** Response of `GET users/{id}/merge/{other}`: both unmasked, and the references to the second; both reads are audited. */
export const mergePreviewSchema = z.object({
  remaining: user.schema,
  merged: user.schema,
  /** The number of records that refer to the second, by plugin. */
  uses: z.record(z.string(), z.int()),
});
export type MergePreview = z.output<typeof mergePreviewSchema>;

/** Body of `POST users/{id}/merges`: the chosen fields, and the displayed versions. */
export const mergeBodySchema = z.strictObject({
  merged_id: idParamSchema,
  remaining_version: momentSchema,
  merged_version: momentSchema,
  /** The fields that are taken from the second. */
  take: z.array(z.enum(personFields)).max(personFields.length).default([]),
});
export type MergeBody = z.output<typeof mergeBodySchema>;

/**
 * A merge of two citizens: records of the second now refer to the first; each plugin changes its own, and
 * reports them through `moved`.
 */
export interface CitizenMerge {
  readonly remainingId: number;
  readonly mergedId: number;
  moved(plugin: string, ids: readonly number[]): void;
  /**
   * Reports the records that already referred to the first: they stay with the first if the merge is undone.
   */
  unmoved(plugin: string, ids: readonly number[]): void;
}

/** Called with a merge, in its transaction. */
export const citizenMergeHook = hook<CitizenMerge>('users.merge');

/** A merge that is undone: both citizens are in the register as before. */
export interface CitizenSplit extends Pick<CitizenMerge, 'remainingId' | 'mergedId'> {
  readonly moved: Readonly<Record<string, readonly number[]>>;
  /** Null for merges older than this field. */
  readonly unmoved: Readonly<Record<string, readonly number[]>> | null;
  /** The time of the merge, in PostgreSQL's format. */
  readonly since: string;
}

/**
 * Called when a merge is undone: the records that it moved refer to the second citizen again. Records added
 * meanwhile go to the citizen whose documents they name, and stay with the first if they name none.
 */
export const citizenSplitHook = hook<CitizenSplit>('users.split');

/** The file formats of a spreadsheet. */
export const citizenSheetFormats = ['xlsx', 'csv'] as const;

/** Query of `GET users/template`. */
export const citizenTemplateQuerySchema = z.strictObject({
  format: z.enum(citizenSheetFormats).default('xlsx'),
});

/** The columns of template and import, in this order; matched by their headers in Uzbek or Russian. */
export const citizenColumns = [
  'last_name',
  'first_name',
  'father_name',
  'birthday',
  'phone',
  'passport',
  'personal_number',
] as const;
export type CitizenColumn = (typeof citizenColumns)[number];

const citizenProblemSchema = sheetProblemOf(citizenColumns);

/**
 * A row of an import; `row` counts as in the spreadsheet. `merges` is the citizen with the same JSHSHIR, whom
 * the row completes.
 */
export const citizenRowSchema = z.object({
  row: z.int(),
  name: z.string(),
  merges: z.boolean(),
  errors: z.array(citizenProblemSchema),
  warnings: z.array(citizenProblemSchema),
});
export type CitizenRow = z.output<typeof citizenRowSchema>;

/** Response of `POST users/imports/preview`. */
export const citizenPreviewSchema = sheetPreviewOf(citizenRowSchema).extend({
  /** The digest of all warnings, sent with the import, so that only warnings that were shown are accepted. */
  warnings_digest: z.string(),
});
export type CitizenPreview = z.output<typeof citizenPreviewSchema>;

/**
 * Response of `POST users/imports`, which runs in one transaction. `merged` are existing citizens whose gaps
 * were filled.
 */
export const citizenReportSchema = z.object({
  created: z.int(),
  merged: z.int(),
  skipped: z.array(citizenRowSchema),
});
export type CitizenReport = z.output<typeof citizenReportSchema>;
