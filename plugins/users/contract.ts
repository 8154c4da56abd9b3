import { z } from 'zod';
import {
  daySchema,
  defineQuery,
  defineRecord,
  idSchema,
  type RecordOf,
  superAdmin,
} from '#kernel/plugin-api/contract.ts';
import { checkJshshir, checkPassport, parsePhone } from '#kernel/domain/text/index.ts';

/** Answer of `GET users/lookup?personal_number=`: what the register knows of a citizen. */
export const citizenSchema = z.object({
  id: idSchema,
  first_name: z.string(),
  last_name: z.string(),
  father_name: z.string().nullable(),
  phone: z.string().nullable(),
  birthday: daySchema.nullable(),
  passport_series: z.string().nullable(),
  passport_number: z.string().nullable(),
  /** Null where it is not known. */
  personal_number: z.string().nullable(),
});
export type Citizen = z.infer<typeof citizenSchema>;

/** Query of `GET users/lookup`. */
export const lookupQuerySchema = z.strictObject({ personal_number: z.string().regex(/^\d{14}$/) });

const flagSchema = z.enum(['true', 'false']);

/**
 * A registered citizen; the list is newest first unless asked, and searched by name, phone, passport and JSHSHIR, where it
 * stops counting at 10,000 and says so by `capped`. In lists, and in the answer of a block, `personal_number` and
 * `passport_number` have dots in place of all but their last digits; `GET users/{id}` has them in the clear, and is audited.
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
  calls: {
    list: 'The registered citizens, newest first unless asked, their numbers hidden',
    detail: 'One registered citizen in the clear, which is written to the audit log',
  },
});
export type User = RecordOf<typeof user>;
export type UserSort = (typeof user.sorts)[number];

/** Query of `PUT users/user/{id}/block`. */
export const blockQuerySchema = z.strictObject({ blocked: flagSchema });

const personName = /^\p{L}[\p{L}\p{M}\s.'ʻʼ‘’`´-]*$/u;

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
 * A person as a form, a sheet or an application names them, checked and in the form in which they are stored: phone and
 * JSHSHIR as digits, the series of the passport in capital letters. The birthday is that of the JSHSHIR where there is one.
 * A JSHSHIR whose check digit alone is wrong may be old and right: it is let through, and forms ask about it.
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
      else if (name !== null && !personName.test(name)) wrong(field, 'name_form');
    }
    const phone = body.phone === null ? null : parsePhone(body.phone);
    if (body.phone !== null && phone === null) wrong('phone', 'phone');
    const passport = readPassport(body, wrong);
    const jshshir = readJshshir(body.personal_number, wrong);
    if (jshshir && body.birthday && jshshir.birthday !== body.birthday) wrong('birthday', 'birthday_differs');
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
  /** Who is blocked has no new application from outside; staff decide themselves, and see `block_reason`. */
  readonly blocked: boolean;
  readonly block_reason: string | null;
}

/**
 * Finds the citizen whom a person's data names, or creates them, in the caller's transaction: by the JSHSHIR, and without
 * one by series and number of the passport of a citizen who has no JSHSHIR either. Without both it is always a new citizen;
 * similar ones are for a person to merge. What is known of a citizen is not changed. Two that name the same new JSHSHIR at
 * once get the same citizen. The data are those of {@link citizenBodySchema}, checked by it or in the same way.
 */
export const findOrCreateCitizenQuery = defineQuery<CitizenBody, FoundCitizen>('users.findOrCreateCitizen');
