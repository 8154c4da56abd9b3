import { z } from 'zod';
import { defineRecord } from '#kernel/plugin-api/contract.ts';
import { applicationSchema, receiverAccess } from './application-schema.ts';
import { applicationFilterShape, checkRanges } from './filters.ts';

/** Applications, newest first by default. Server only: a browser would download it with the first list. */
export const application = defineRecord({
  plugin: 'applications',
  name: 'application',
  type: 'Application',
  table: 'applications',
  path: 'applications',
  page: '/applications/list',
  access: receiverAccess,
  area: 'neighborhood_id',
  readOnly: true,
  fields: applicationSchema.omit({ id: true, createdAt: true, updatedAt: true }).shape,
  sorts: ['createdAt', 'neighborhood', 'status', 'cancel_time'],
  filters: applicationFilterShape,
  calls: {
    list: 'Applications within the user’s area, newest first by default, with exact counts',
    detail: 'An application with its timeline, oldest step first',
  },
});
export type ApplicationSort = (typeof application.sorts)[number];

/** Query of `GET applications`. */
export const applicationListQuerySchema = application.querySchema.superRefine(checkRanges);
export type ApplicationListQuery = z.infer<typeof applicationListQuerySchema>;

/** Response of `GET applications`: a page, with the same numbers in `pagination`, and counts by status for the filters. */
export const applicationPageSchema = application.listSchema.extend({
  pagination: application.listSchema.omit({ items: true }),
  /** Exact counts within the viewer's area and the neighbourhood filter, regardless of the status filter. */
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
