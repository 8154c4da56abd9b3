import type { z } from 'zod';
import { fail } from '#kernel/contract/index.ts';
import { problemsOf } from '#kernel/contract/issues.ts';

/** Reads a body or a query by its schema; throws `invalid` with what is wrong with which field. */
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

/** Reads the parameters of a path; what cannot be an id is nowhere. */
export function readParams(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined;
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  throw fail('not_found');
}

/** Where texts stand that no database keeps: with a zero byte, or half of a pair of surrogates. Of checked values only, whose depth is known. */
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
