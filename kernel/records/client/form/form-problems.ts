import { get, set, type FieldErrors, type FieldValues, type Resolver } from 'react-hook-form';
import type { z } from 'zod';
import type { Message } from '#kernel/contract/http/errors.ts';
import { problemsOf } from '#kernel/contract/http/issues.ts';

/** Texts for the problems of a form's field; `empty` is an empty field. */
export type TranslateProblem = (path: string, problem: Message, empty: boolean) => string;

/**
 * Validates a form with the schema of its call. `bodyOf` converts the form's values to the body; a field must have the
 * same path in both.
 */
export function schemaResolver<Values extends FieldValues>(
  schema: z.ZodType,
  bodyOf: (values: Values) => unknown,
  translate: TranslateProblem,
): Resolver<Values> {
  return (values) => {
    const read = schema.safeParse(bodyOf(values), { reportInput: true });
    if (read.success) return { values, errors: {} };
    const errors = {};
    for (const [path, problem] of Object.entries(problemsOf(read.error.issues))) {
      set(errors, path, { type: 'schema', message: translate(path, problem, isEmpty(get(values, path))) });
    }
    return { values: {}, errors: errors as FieldErrors<Values> };
  };
}

/** The paths of the fields that fail the schema; excludes problems reported by the server. */
export function schemaWrong(errors: object, above = ''): string[] {
  return Object.entries(errors).flatMap(([key, error]: [string, unknown]) => {
    if (typeof error !== 'object' || error === null || key === 'ref') return [];
    if ('type' in error && typeof error.type === 'string') {
      return error.type === 'schema' ? [`${above}${key}`] : [];
    }
    return schemaWrong(error, `${above}${key}.`);
  });
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}
