import { z } from 'zod';
import { idSchema, momentSchema, personal } from '#kernel/plugin-api/contract.ts';
import { workGroups } from '#plugins/applications/contract.ts';

const named = z.object({ name: z.string() });
const person = z.object({ id: idSchema, first_name: z.string(), last_name: z.string() });

const workItemSchema = z.object({
  id: idSchema,
  first_name: z.string(),
  last_name: z.string(),
  father_name: z.string().nullable(),
  neighborhood: z.object({ id: idSchema, uz: named, ru: named }),
  status: z.enum(['created', 'accepted']),
  planned_assistance: personal('text', z.string()),
  cancel_time: momentSchema.nullable(),
  createdAt: momentSchema,
  /** The viewer's open task in it that is due first, and the absent admin whom it was meant for. */
  task: z.object({ id: idSchema, due_at: momentSchema.nullable(), instead_of: person.nullable() }).nullable(),
  /** A message of another person that waits for a reply. */
  step: z
    .object({
      createdAt: momentSchema,
      message: personal('text', z.string()),
      sender: person.nullable(),
    })
    .nullable(),
});

/** Query of `GET work`: one group or all, and the number of items in each. */
export const workRequestSchema = z.strictObject({
  group: z.enum(workGroups).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(8),
});

/** Response of `GET work`: the user's work, most urgent group first. */
export const workSchema = z.object({
  groups: z.array(
    z.object({
      key: z.enum(workGroups),
      /** Exact, regardless of the number of items shown. */
      count: z.int().min(0),
      items: z.array(workItemSchema),
    }),
  ),
});
export type Work = z.infer<typeof workSchema>;
export type WorkItem = z.infer<typeof workItemSchema>;
