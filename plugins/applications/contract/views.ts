import { z } from 'zod';
import { idParamSchema, idSchema, momentSchema, namesShape } from '#kernel/plugin-api/contract.ts';
import { application } from './application.ts';
import { layouts, tableColumns } from './filter-names.ts';
import { applicationFilterShape, checkRanges } from './filters.ts';

/** The maximum number of views of one admin. */
export const maxViews = 30;

/** The filters and the layout of a view: the parameters of the list's address. */
export const viewQuerySchema = z
  .strictObject({
    ...applicationFilterShape,
    search: z.string().trim().max(200).optional(),
    sort_by: z.enum(application.sorts).optional(),
    sort_order: z.enum(['asc', 'desc']).optional(),
    limit: z.coerce.number().int().min(1).max(100).optional(),
    layout: z.enum(layouts).optional(),
    density: z.enum(['comfortable', 'compact']).optional(),
    columns: z
      .string()
      .max(300)
      .refine((text) => text.split(',').every((key) => (tableColumns as readonly string[]).includes(key)))
      .optional(),
  })
  .superRefine(checkRanges);
export type ViewQuery = z.infer<typeof viewQuerySchema>;

/** Body of `POST applications/views` and `PUT applications/views/{id}`. */
export const viewBodySchema = z.strictObject({
  name: z.string().trim().min(1).max(60),
  /** As in the list's address, without the question mark: `status=late&receiver=me`. */
  query: z.string().max(1500),
  /** The role that it is shared with; null for a private view. */
  role_id: idParamSchema.nullable().default(null),
});

/** A view in a user's menu. */
export const viewSchema = z.object({
  id: idSchema,
  name: z.string(),
  query: z.string(),
  own: z.boolean(),
  role_id: idSchema.nullable(),
  /** The owner; null for the user's own view. */
  author: z.object({ id: idSchema, first_name: z.string(), last_name: z.string() }).nullable(),
  /** The number of applications in it that the reader can see; exact unless `capped`. */
  count: z.int().min(0),
  capped: z.boolean(),
  updatedAt: momentSchema,
});
export type SavedView = z.infer<typeof viewSchema>;

/** Response of `GET applications/views`: in the reader's order, and the roles that they may share with. */
export const viewsSchema = z.object({
  items: z.array(viewSchema),
  roles: z.array(z.object({ id: idSchema, ...namesShape })),
});
export type SavedViews = z.infer<typeof viewsSchema>;

/** Body of `PUT applications/views/order`: all visible views in the new order; unlisted ones follow. */
export const viewOrderSchema = z.strictObject({ ids: z.array(idParamSchema).max(200) });

/** Response of `GET applications/colleagues`. */
export const colleaguesSchema = z.array(
  z.object({
    id: idSchema,
    first_name: z.string(),
    last_name: z.string(),
    father_name: z.string().nullable(),
  }),
);
export type Colleagues = z.infer<typeof colleaguesSchema>;
