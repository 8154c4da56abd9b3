import { z } from 'zod';
import {
  idParamSchema,
  idSchema,
  listQuerySchema,
  momentSchema,
  namesShape,
  optionSchema,
  pageSchema,
  personal,
  recordShape,
  slot,
  unpaginatedFilter,
} from '#kernel/plugin-api/contract.ts';
import { parsePhone } from '#kernel/domain/text/index.ts';

/** Body of `PUT admins/second-factor`: which admins need a second factor. */
export const factorPolicyBodySchema = z.strictObject({
  required: z.enum(['nobody', 'super_admins', 'everyone']),
  /** Whether super admins need a hardware-bound passkey; unchanged if absent. */
  hardware: z.boolean().optional(),
});

/** Body of `POST admins/{id}/factor-reset`: why, for the other super admin and the audit log. */
export const factorResetBodySchema = z.strictObject({ reason: z.string().trim().min(5).max(500) });

/** Response of `GET admins/factor-resets`, the oldest first. */
export const factorResetListSchema = z.object({
  items: z.array(
    z.object({
      /** The id of the admin. */
      id: idSchema,
      name: z.string(),
      requested_by: z.string(),
      reason: z.string(),
      askedAt: momentSchema,
      expiresAt: momentSchema,
      /** Requested by the viewer, who cannot confirm it. */
      own: z.boolean(),
    }),
  ),
});
export type FactorResetItem = z.infer<typeof factorResetListSchema>['items'][number];

/** Response of `GET` and `PUT admins/second-factor`. */
export const factorPolicySchema = z.object({
  required: z.enum(['nobody', 'super_admins', 'everyone']),
  /** Whether super admins need a hardware-bound passkey. */
  hardware: z.boolean(),
  /** How many still lack one: a second factor, or, for super admins, a hardware-bound passkey. */
  without: z.object({ super_admins: z.int(), everyone: z.int(), hardware: z.int() }),
});
export type FactorPolicyResponse = z.infer<typeof factorPolicySchema>;

/** The two role levels, as a select offers them. */
export const roleLevels = ['super_admin', 'admin'] as const;

/** An admin as in the list. */
export const adminSchema = z.object({
  id: idSchema,
  login: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  phone: personal('phone', z.string()).nullable(),
  role_id: idSchema,
  role: z.object({ role: z.enum(roleLevels), ...namesShape }),
  neighborhoods: z.array(optionSchema),
  blocked: z.boolean(),
  /** Whether a first password has to be replaced. */
  must_change_password: z.boolean(),
  /** Whether sign-in requires a code beside the password. */
  second_factor: z.boolean(),
  createdAt: momentSchema,
  updatedAt: momentSchema,
});
export type Admin = z.infer<typeof adminSchema>;

/** Further buttons in the row of an admin. */
export const adminRowActions = slot<{ admin: Admin; name: string }>('admins.rowActions');

/** Query of `GET admins`. */
export const adminListQuerySchema = listQuerySchema({
  sort: ['name', 'login', 'role', 'createdAt', 'updatedAt'],
  filters: {
    role: idParamSchema.optional(),
    neighborhood: idParamSchema.optional(),
    blocked: z.enum(['true', 'false']).optional(),
  },
});
export type AdminListQuery = z.infer<typeof adminListQuerySchema>;

/** Response of `GET admins`. */
export const adminPageSchema = pageSchema(adminSchema);

const personName = z.string().trim().min(1).max(100);

/** A phone in any notation, as `998` and nine digits; null if it is empty. */
const phoneSchema = z
  .string()
  .trim()
  .max(40)
  .refine((text) => text === '' || parsePhone(text) !== null, 'admins:errors.phone')
  .transform((text) => parsePhone(text))
  .nullish();

/** Body of `PUT admins/{id}`. */
export const adminBodySchema = z.strictObject({
  login: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .refine((text) => !/\s/.test(text), 'admins:errors.login_spaces'),
  first_name: personName,
  last_name: personName,
  phone: phoneSchema,
  role_id: idSchema,
  neighborhoods: z.array(idSchema).max(1000),
});
export type AdminBody = z.output<typeof adminBodySchema>;

/** Body of `POST admins/register`; `must_change_password` (capability `admins.staff`) asks for another at the first sign-in. */
export const registerBodySchema = adminBodySchema.extend({
  password: z.string().min(1).max(200),
  must_change_password: z.boolean().optional(),
});
export type RegisterBody = z.output<typeof registerBodySchema>;

/** Query of `PUT admins/{id}/block`. */
export const blockQuerySchema = z.strictObject({ blocked: z.enum(['true', 'false']) });

/** Response of `PUT admins/{id}/password`: the first password, which is shown only once. */
export const firstPasswordSchema = z.object({ password: z.string() });

/** A role as the list shows it. */
export const roleSchema = z.object({
  id: idSchema,
  role: z.enum(roleLevels),
  permissions: z.array(z.string()),
  ...namesShape,
  /** How many admins have it. */
  admins: z.int(),
  ...recordShape,
});
export type Role = z.infer<typeof roleSchema>;

/** A role as selects need it. */
export const roleOptionSchema = optionSchema.extend({
  role: z.enum(roleLevels),
  permissions: z.array(z.string()),
});
export type RoleOption = z.infer<typeof roleOptionSchema>;

/** Query of `GET admins/roles`: a page for super admins, by name unless asked; with `pagination=false` all, for selects. */
export const roleListQuerySchema = listQuerySchema({
  sort: ['name', 'role', 'permissions', 'admins', 'author', 'createdAt', 'updatedAt'],
  filters: unpaginatedFilter,
});
export type RoleListQuery = z.infer<typeof roleListQuerySchema>;

/** Response of `GET admins/roles`: a page, or with `pagination=false` a bare array of options. */
export const rolePageSchema = pageSchema(roleSchema);
export const roleListSchema = z.union([z.array(roleOptionSchema), rolePageSchema]);

/** Body of `POST admins/roles` and `PUT admins/roles/{id}`. */
export const roleBodySchema = z.strictObject({
  role: z.enum(roleLevels),
  permissions: z.array(z.string().min(1).max(100)).max(200),
  ...namesShape,
});
export type RoleBody = z.infer<typeof roleBodySchema>;

/** The role and the area of an admin after a change. */
export interface PlannedAccess {
  readonly roleId: number;
  readonly neighborhoodIds: readonly number[];
}

/** The props of extensions of {@link adminOffboarding}. */
export interface AdminOffboardingProps {
  readonly adminId: number;
  /** The role and the area that the admin is about to get; absent if they leave or are blocked. */
  readonly plannedAccess?: PlannedAccess | undefined;
  /** Continues the action. */
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

/**
 * Before an admin is blocked, leaves, or gets another role or area: asks who takes over their records. Each extension calls
 * `onDone` or `onCancel`.
 */
export const adminOffboarding = slot<AdminOffboardingProps>('admins.offboarding');
