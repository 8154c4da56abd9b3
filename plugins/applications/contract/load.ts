import { z } from 'zod';
import { daySchema, idSchema, namesSchema } from '#kernel/plugin-api/contract.ts';

const personSchema = z.object({ id: idSchema, first_name: z.string(), last_name: z.string() });
const counts = { open: z.int(), due: z.int(), late: z.int() } as const;

/** The workload of one receiver in the area of a head, and their recent answers there. */
export const loadRowSchema = z.object({
  admin: personSchema,
  role: namesSchema,
  blocked: z.boolean(),
  /** Today's absence; null for admins who are present. */
  away: z.object({ until: daySchema, substitute: personSchema }).nullable(),
  ...counts,
  tasks: z.int(),
  done: z.int(),
  /** Seconds from arrival to answer; null if nothing was answered. */
  median: z.number().nullable(),
});
export type LoadRow = z.infer<typeof loadRowSchema>;

/** Response of `GET applications/load`. */
export const loadSchema = z.object({
  /** The number of days over which answers are counted. */
  days: z.int(),
  people: z.array(loadRowSchema),
  /** The applications without a receiver. */
  nobody: z.object(counts),
  /** Open applications that their receiver could not open; 0 unless the database was changed by hand. */
  inaccessible: z.int(),
  /** How many wait for the job that reassigns them. */
  moving: z.int(),
});
export type Load = z.infer<typeof loadSchema>;

/** Query of `GET applications/load/export`. */
export const loadExportQuerySchema = z.strictObject({ format: z.enum(['xlsx', 'csv']).default('xlsx') });
