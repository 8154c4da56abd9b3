import { z } from 'zod';
import {
  daySchema,
  idParamSchema,
  idSchema,
  listQuerySchema,
  momentSchema,
  pageSchema,
  personSchema,
} from '#kernel/plugin-api/contract.ts';

/** An entry of the audit log. Its details are names of fields and numbers, never a personal value. */
export const auditEntrySchema = z.object({
  id: idSchema,
  createdAt: momentSchema,
  /** Null where the server itself, or nobody that is known, did it. */
  admin: personSchema.nullable(),
  address: z.string().nullable(),
  /** `<plugin>.<thing>.<verb>`. */
  action: z.string(),
  subject_type: z.string(),
  subject_id: z.int().nullable(),
  details: z.array(z.object({ name: z.string(), value: z.string() })),
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;

const nameSchema = z.string().regex(/^[a-z][a-z0-9_.]{0,99}$/);

const filters = {
  /** An admin's id, or `system`. */
  admin: z.union([z.literal('system'), idParamSchema]).optional(),
  plugin: nameSchema.optional(),
  action: nameSchema.optional(),
  subject_type: nameSchema.optional(),
  subject_id: idParamSchema.optional(),
  /** A citizen: all entries of things that carry their data. */
  citizen: idParamSchema.optional(),
  date_from: daySchema.optional(),
  date_to: daySchema.optional(),
};

/** Query of `GET audit`; the list is newest first unless asked. */
export const auditQuerySchema = listQuerySchema({ sort: ['createdAt'], filters }).omit({ search: true });
export type AuditQuery = z.output<typeof auditQuerySchema>;

/** Answer of `GET audit`: the length is exact. */
export const auditPageSchema = pageSchema(auditEntrySchema);
export type AuditPage = z.infer<typeof auditPageSchema>;

/** Query of `GET audit/export`. */
export const auditExportQuerySchema = z.strictObject({ ...filters, format: z.enum(['xlsx', 'csv']).default('xlsx') });
export type AuditExportQuery = z.output<typeof auditExportQuerySchema>;
export type AuditFilters = Omit<AuditExportQuery, 'format'>;

/** Answer of `GET audit/facets`: by what the list can be filtered. */
export const auditFacetsSchema = z.object({
  admins: z.array(personSchema),
  plugins: z.array(z.string()),
  actions: z.array(z.string()),
  subject_types: z.array(z.string()),
});
export type AuditFacets = z.infer<typeof auditFacetsSchema>;

/** Answer of `GET audit/verification`. */
export const verificationSchema = z.object({
  sealed: z.int(),
  unsealed: z.int(),
  /** What is wrong first, and at which entry or seal; null where the log is as it was written. */
  fault: z.object({ code: z.string(), at: z.int().nullable() }).nullable(),
  /** The newest seal, to be noted elsewhere. */
  head: z.object({ seq: z.int(), hash: z.string() }).nullable(),
});
export type Verification = z.infer<typeof verificationSchema>;

/** A line of `GET audit/verification`: how far it is, and at the end the outcome. */
export const verificationLineSchema = z.union([
  z.object({ checked: z.int(), total: z.int() }),
  z.object({ outcome: verificationSchema }),
]);
export type VerificationLine = z.infer<typeof verificationLineSchema>;
