import type { z } from 'zod';
import { fail, type Message } from '#kernel/contract/index.ts';

/** Reads a body or a query by its schema; throws `invalid` with what is wrong with which field. */
export function readInput(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) {
    assertEmpty(value);
    return undefined;
  }
  const read = schema.safeParse(value ?? {}, { reportInput: true });
  if (!read.success) throw fail('invalid', { fields: fieldsOf(read.error.issues) });
  const broken = brokenTexts(read.data);
  if (broken.length > 0) {
    throw fail('invalid', { fields: Object.fromEntries(broken.map((path) => [path, text('format')])) });
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

/** The first problem of each field, by dotted path. */
export function fieldsOf(issues: readonly z.core.$ZodIssue[]): Record<string, Message> {
  const fields: Record<string, Message> = {};
  for (const issue of issues) {
    const path = issue.path.join('.');
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) fields[path === '' ? key : `${path}.${key}`] ??= text('unknown');
    } else fields[path] ??= messageOf(issue);
  }
  return fields;
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
  throw fail('invalid', { fields: Object.fromEntries(keys.map((key) => [key, text('unknown')])) });
}

function messageOf(issue: z.core.$ZodIssue): Message {
  switch (issue.code) {
    case 'invalid_type':
      return text(issue.input === undefined ? 'required' : 'type');
    case 'too_small': {
      const minimum = Number(issue.minimum);
      if (issue.origin === 'string') return minimum <= 1 ? text('required') : text('too_short', { minimum });
      return isMany(issue.origin) ? text('too_few', { minimum }) : text('too_small', { minimum });
    }
    case 'too_big': {
      const maximum = Number(issue.maximum);
      if (issue.origin === 'string') return text('too_long', { maximum });
      return isMany(issue.origin) ? text('too_many', { maximum }) : text('too_big', { maximum });
    }
    case 'invalid_format':
      return text('format');
    case 'invalid_value':
      return text(issue.input === undefined ? 'required' : 'option');
    case 'custom':
      return ownMessage(issue) ?? text('invalid');
    default:
      return text('invalid');
  }
}

/** A refinement names its text: `params: {key: 'applications:validation.note', …}`, or the key as its message. */
function ownMessage(issue: z.core.$ZodIssueCustom): Message | null {
  const { key, ...params } = issue.params ?? {};
  if (typeof key === 'string') return { key, params };
  return /^[a-z_]+:[\w.]+$/.test(issue.message) ? { key: issue.message } : null;
}

function isMany(origin: string): boolean {
  return origin === 'array' || origin === 'set' || origin === 'map';
}

function text(key: string, params?: Message['params']): Message {
  return { key: `kernel:validation.${key}`, ...(params ? { params } : {}) };
}
