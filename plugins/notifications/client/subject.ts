import { z } from 'zod';
import type { Notification } from '../contract.ts';

/** What a notification is about, as far as it is known. */
export type Subject =
  | {
      readonly kind: 'application' | 'message' | 'forward';
      readonly applicationId: number;
      readonly text: string;
    }
  | { readonly kind: 'unknown' };

const number = z.coerce.number().int().positive();
const subjects = {
  application: z.object({ id: number }).transform(({ id }) => ({ applicationId: id, text: '' })),
  message: z.object({ application_id: number, message: z.string().nullish() }).transform(subject),
  forward: z.object({ application_id: number, message: z.string().nullish() }).transform(subject),
};

/** Reads the object embedded under the key of the type; what cannot be read is unknown, and is still shown. */
export function subjectOf(notification: Notification): Subject {
  const { type } = notification;
  if (type !== 'application' && type !== 'message' && type !== 'forward') return { kind: 'unknown' };
  const read = subjects[type].safeParse(notification[type]);
  return read.success ? { kind: type, ...read.data } : { kind: 'unknown' };
}

function subject(given: { application_id: number; message?: string | null | undefined }) {
  return { applicationId: given.application_id, text: given.message ?? '' };
}
