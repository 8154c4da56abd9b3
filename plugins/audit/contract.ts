import { z } from 'zod';
import {
  daySchema,
  idParamSchema,
  idSchema,
  listQuerySchema,
  momentSchema,
  pageSchema,
  personSchema,
  slot,
} from '#kernel/plugin-api/contract.ts';

/** A subject of the log: its name and its page, while it exists. */
export const auditSubjectSchema = z.object({
  id: idSchema,
  title: z.string().nullable(),
  path: z.string().nullable(),
});
export type AuditSubject = z.infer<typeof auditSubjectSchema>;

/** The maximum number of subjects named in an entry. */
export const maxSubjects = 20;

/** An entry of the audit log. Its details are field names and numbers, never personal values. */
export const auditEntrySchema = z.object({
  id: idSchema,
  createdAt: momentSchema,
  /** Null for the server itself, or an unknown user. */
  admin: personSchema.nullable(),
  address: z.string().nullable(),
  /** `<plugin>.<thing>.<verb>`. */
  action: z.string(),
  subject_type: z.string(),
  /** Its first subjects; empty if it is about all of a type. */
  subjects: z.array(auditSubjectSchema),
  subject_count: z.int(),
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
  /** A subject of that type; also matches entries about several. */
  subject_id: idParamSchema.optional(),
  /** A citizen: all entries about subjects that carry their data, or did at the time. */
  citizen: idParamSchema.optional(),
  date_from: daySchema.optional(),
  date_to: daySchema.optional(),
};

/** Query of `GET audit`: newest first by default. */
export const auditQuerySchema = listQuerySchema({ sort: ['createdAt'], filters }).omit({ search: true });
export type AuditQuery = z.output<typeof auditQuerySchema>;

/** Response of `GET audit`: the total is exact. */
export const auditPageSchema = pageSchema(auditEntrySchema);

/** Query of `GET audit/export`. */
export const auditExportQuerySchema = z.strictObject({
  ...filters,
  format: z.enum(['xlsx', 'csv']).default('xlsx'),
});
export type AuditExportQuery = z.output<typeof auditExportQuerySchema>;
export type AuditFilters = Omit<AuditExportQuery, 'format'>;

/** Response of `GET audit/facets`: the values that the list can be filtered by. */
export const auditFacetsSchema = z.object({
  admins: z.array(personSchema.extend({ id: idSchema })),
  /** Each action in the log, with its subject types. */
  actions: z.array(z.object({ action: z.string(), subject_types: z.array(z.string()) })),
});
export type AuditFacets = z.infer<typeof auditFacetsSchema>;

/** The result of comparing the log with its seals. */
export const verificationSchema = z.object({
  sealed: z.int(),
  /** Entries of the last few seconds, which have no seal yet. */
  unsealed: z.int(),
  /** The first fault, and its entry or seal; null if the log is intact. */
  fault: z.object({ code: z.string(), at: z.int() }).nullable(),
  /** The newest seal, to be recorded outside the system. */
  head: z.object({ seq: z.int(), hash: z.string() }).nullable(),
});
export type Verification = z.infer<typeof verificationSchema>;

/** A line of `POST audit/verifications`: the progress, and finally the outcome. */
export const verificationLineSchema = z.union([
  z.object({ checked: z.int(), total: z.int() }),
  z.object({ outcome: verificationSchema }),
]);
export type VerificationLine = z.infer<typeof verificationLineSchema>;

/**
 * Slots of other plugins that the log extends, typed with only the props that it needs, so that neither
 * plugin is required.
 */
export const userActions = slot<{ readonly citizen: { readonly id: number } }>('users.actions');
export const adminRowActions = slot<{ readonly admin: { readonly id: number }; readonly name: string }>(
  'admins.rowActions',
);
