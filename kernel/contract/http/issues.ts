import type { z } from 'zod';
import type { Message } from './errors.ts';

/** The first problem of each field that a schema found, by dotted path; browser and server show the same texts. */
export function problemsOf(issues: readonly z.core.$ZodIssue[]): Record<string, Message> {
  const fields: Record<string, Message> = {};
  for (const issue of issues) {
    const path = issue.path.join('.');
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) fields[path === '' ? key : `${path}.${key}`] ??= text('unknown');
    } else fields[path] ??= messageOf(issue);
  }
  return fields;
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

/** The text that a refinement names: `params: {key: 'applications:validation.note', …}`, or a key as its message. */
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
