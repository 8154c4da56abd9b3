import { z } from 'zod';
import {
  allOf,
  birthdaySchema,
  fileSchema,
  idSchema,
  momentSchema,
  namesSchema,
  namesShape,
  personal,
} from '#kernel/plugin-api/contract.ts';
import { employmentStatuses, statuses } from './statuses.ts';

/** Admins who may see and handle applications, each within their own area. */
export const receiverAccess = allOf('application_receiver');

const namedSchema = z.object({ id: idSchema, ...namesShape });

/** The citizen who applies. */
export const applicationAuthorSchema = z.object({
  first_name: z.string(),
  last_name: z.string(),
  father_name: z.string().nullable(),
  phone: personal('phone', z.string()).nullable(),
  birthday: birthdaySchema().nullable(),
  passport_series: z.string().nullable(),
  passport_number: personal('passport', z.string()).nullable(),
  personal_number: personal('jshshir', z.string()).nullable(),
  neighborhood: namesSchema.nullable(),
  address: z.string().nullable(),
});

/** The responsible admin: who accepted the application, or to whom it was last forwarded. */
export const receiverSchema = z.object({
  id: idSchema,
  first_name: z.string(),
  last_name: z.string(),
  father_name: z.string().nullable(),
  login: z.string(),
  role: z.object({ ...namesShape, permissions: z.array(z.string()) }),
});

/**
 * An application in lists and events, with masked numbers; a single one is unmasked, and the read is audited.
 */
export const applicationSchema = z.object({
  id: idSchema,
  status: z.object({
    status: z.enum(statuses),
    createdAt: momentSchema,
    note: personal('text', z.string()).nullable(),
  }),
  neighborhood_id: idSchema,
  neighborhood: namedSchema,
  author: applicationAuthorSchema,
  employment_status: z.enum(employmentStatuses),
  salary: personal('text', z.string()).nullable(),
  planned_assistance: personal('text', z.string()),
  files: z.array(fileSchema),
  /** The deadline. */
  cancel_time: momentSchema.nullable(),
  receiver: receiverSchema.nullable(),
  /** `staff`, or the source that the receiving plugin names, such as `widget`. */
  source: z.string(),
  /** The category of the applicant's household in the application's neighbourhood. */
  household_category_id: idSchema.nullable(),
  createdAt: momentSchema,
  updatedAt: momentSchema,
});
export type Application = z.infer<typeof applicationSchema>;
