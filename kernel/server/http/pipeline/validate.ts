import type { z } from 'zod';
import { fail } from '#kernel/contract/index.ts';
import { problemsOf } from '#kernel/contract/http/issues.ts';

/** Validates a body or a query; throws `invalid` with the problem of each field. */
export function readInput(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) {
    assertEmpty(value);
    return undefined;
  }
  const read = schema.safeParse(value ?? {}, { reportInput: true });
  if (!read.success) throw fail('invalid', { fields: problemsOf(read.error.issues) });
  const broken = brokenTexts(read.data);
  if (broken.length > 0) {
    throw fail('invalid', {
      fields: Object.fromEntries(broken.map((path) => [path, { key: 'kernel:validation.format' }])),
    });
  }
  return read.data;
}

/** Validates the parameters of a path; an invalid id is `not_found`. */
export function readParams(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined;
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  throw fail('not_found');
}

/**
 * Paths of texts that PostgreSQL cannot store: with a zero byte or a lone surrogate. For validated values, whose depth
 * is limited.
 */
function brokenTexts(value: unknown, path = ''): string[] {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed() ? [path] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    brokenTexts(inner, path === '' ? key : `${path}.${key}`),
  );
}

function assertEmpty(value: unknown): void {
  if (value === undefined || value === null) return;
  const keys = typeof value === 'object' ? Object.keys(value) : [''];
  if (keys.length === 0) return;
  throw fail('invalid', {
    fields: Object.fromEntries(keys.map((key) => [key, { key: 'kernel:validation.unknown' }])),
  });
}
