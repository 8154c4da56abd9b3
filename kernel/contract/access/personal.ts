import { z } from 'zod';

/**
 * Kinds of personal values in responses and events, by which the server masks them: `jshshir` and `passport` (the
 * number; a series alone identifies no person) keep their last digits, a `birthday` its year; in a free `text` the
 * numbers are masked. A `phone` is not masked, since staff call back.
 */
export type PersonalKind = 'jshshir' | 'passport' | 'birthday' | 'text' | 'phone';

/** The definition of a schema, which contains the kind of a personal field, as it contains a schema's checks. */
interface Definition extends z.core.$ZodTypeDef {
  readonly personalKind?: PersonalKind;
}

/**
 * Returns a schema with the kind of a personal field. The server masks it in every response and event, except in responses of routes with
 * `clear`. A field with a personal name and no kind fails `tests/contract/leaks/personal.test.ts`.
 *
 * @example personal_number: personal('jshshir', z.string().nullable())
 */
/* @__NO_SIDE_EFFECTS__ */
export function personal<Schema extends z.ZodType>(kind: PersonalKind, schema: Schema): Schema {
  const definition: Definition = { ...schema._zod.def, personalKind: kind };
  return schema.clone(definition);
}

/** The kind of a field; null if it is not personal. */
export function personalKindOf(schema: z.core.$ZodType): PersonalKind | null {
  const definition: Definition = schema._zod.def;
  return definition.personalKind ?? null;
}

/** The schema of a birthday in responses: `YYYY-MM-DD`, or `YYYY` if it is masked. */
/* @__NO_SIDE_EFFECTS__ */
export function birthdaySchema() {
  return personal('birthday', z.string().regex(/^\d{4}(-\d{2}-\d{2})?$/));
}

/** The body of a call that reveals one personal value; the reason is required if the deployment is configured so. */
/* @__NO_SIDE_EFFECTS__ */
export function revealBodySchema<const Fields extends readonly [string, ...string[]]>(fields: Fields) {
  return z.strictObject({ field: z.enum(fields), reason: z.string().trim().min(1).max(300).optional() });
}

/** The response of a call that reveals one personal value; null if there is none. */
export const revealedSchema = z.object({ value: z.string().nullable() });
/** The response of a call that reveals one personal value. */
export type Revealed = z.output<typeof revealedSchema>;
