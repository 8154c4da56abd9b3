import { z } from 'zod';
import {
  allOf,
  birthdaySchema,
  defineRecord,
  fileSchema,
  idSchema,
  momentSchema,
  namesSchema,
  namesShape,
  personal,
} from '#kernel/plugin-api/contract.ts';
import { caseFilterShape, checkRanges } from './filters.ts';
import { employmentStatuses, statuses } from './statuses.ts';

/** Who may see and handle applications, each within their own area. */
export const receivers = allOf('application_receiver');

const namedSchema = z.object({ id: idSchema, ...namesShape });

/** The citizen who asks. */
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

/** The admin who is responsible: who accepted the application, or whom it was last forwarded to. */
export const receiverSchema = z.object({
  id: idSchema,
  first_name: z.string(),
  last_name: z.string(),
  father_name: z.string().nullable(),
  login: z.string(),
  role: z.object({ ...namesShape, permissions: z.array(z.string()) }),
});

/** An application as lists and events show it, its numbers masked; by itself it is in the clear, and the read is audited. */
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
  /** `staff`, or the word of whoever brought it. */
  source: z.string(),
  /** Of the applicant's household in the neighbourhood of the application. */
  household_category_id: idSchema.nullable(),
  createdAt: momentSchema,
  updatedAt: momentSchema,
});
export type Application = z.infer<typeof applicationSchema>;

/** Applications, newest first unless asked. The server's alone: a browser would download it with the first list. */
export const application = defineRecord({
  plugin: 'applications',
  name: 'application',
  type: 'Application',
  table: 'applications',
  path: 'applications',
  page: '/applications/list',
  access: receivers,
  area: 'neighborhood_id',
  readOnly: true,
  fields: applicationSchema.omit({ id: true, createdAt: true, updatedAt: true }).shape,
  sorts: ['createdAt', 'neighborhood', 'status', 'cancel_time'],
  filters: caseFilterShape,
  calls: {
    list: 'Applications within one’s area, newest first unless asked, with exact counts',
    detail: 'An application with its timeline, oldest step first',
  },
});
export type ApplicationSort = (typeof application.sorts)[number];

/** Query of `GET applications`. */
export const applicationListQuerySchema = application.querySchema.superRefine(checkRanges);
export type ApplicationListQuery = z.infer<typeof applicationListQuerySchema>;

/** Answer of `GET applications`: a page, with the same numbers in `pagination`, and counts by status for the filters. */
export const applicationPageSchema = application.listSchema.extend({
  pagination: application.listSchema.omit({ items: true }),
  /** Exact counts within the viewer's area and the neighbourhood filter, whatever status is asked for. */
  counts: z.object({
    all: z.int(),
    created: z.int(),
    accepted: z.int(),
    completed: z.int(),
    rejected: z.int(),
    canceled: z.int(),
    late: z.int(),
  }),
});
export type ApplicationPage = z.infer<typeof applicationPageSchema>;
