import { z } from 'zod';
import {
  idParamSchema,
  idSchema,
  momentSchema,
  namesSchema,
  namesShape,
  personal,
} from '#kernel/plugin-api/contract.ts';
import { jshshirPattern } from '#kernel/domain/text/jshshir.ts';
import { statuses } from './statuses.ts';

/** The kinds of `change` steps: a correction, a transfer, and unusual facts at intake. */
export const changeKinds = ['correction', 'transfer', 'intake', 'no_document'] as const;
export type ChangeKind = (typeof changeKinds)[number];

/** A change of an application with its reason; document and phone numbers are masked except for their last digits. */
export const changeSchema = z.object({
  kind: z.enum(changeKinds),
  reason: personal('text', z.string()),
  fields: z.array(
    z.object({
      field: z.string(),
      from: personal('text', z.string()).nullable(),
      to: personal('text', z.string()).nullable(),
    }),
  ),
  /** The neighbourhoods of a transfer. */
  places: z.object({ from: namesSchema, to: namesSchema }).nullable(),
});
export type RecordedChange = z.output<typeof changeSchema>;

const shortPersonSchema = z.object({ id: idSchema, first_name: z.string(), last_name: z.string() });

/** The applicant in the register: whether they are blocked, and where the register now differs from the application. */
export const applicantSchema = z.object({
  id: idSchema,
  block: z
    .object({ reason: z.string().nullable(), at: momentSchema.nullable(), by: shortPersonSchema.nullable() })
    .nullable(),
  /** Document numbers are masked. */
  changed: z.array(z.object({ field: z.string(), now: z.string() })),
});
export type Applicant = z.output<typeof applicantSchema>;

/** Query of `GET applications/intake`: a JSHSHIR, or if there is none, a passport. */
export const intakeQuerySchema = z
  .strictObject({
    personal_number: z.string().regex(jshshirPattern).optional(),
    passport_series: z
      .string()
      .regex(/^[A-Z]{2}$/)
      .optional(),
    passport_number: z
      .string()
      .regex(/^\d{7}$/)
      .optional(),
  })
  .refine((query) => query.personal_number ?? (query.passport_series && query.passport_number), {
    path: ['personal_number'],
  });

const householdShape = {
  id: idSchema,
  address: z.string(),
  path: z.string(),
  category: z.object({ ...namesShape, color: z.string() }),
  directions: z.array(z.object({ ...namesShape, quantity: z.int() })),
} as const;

/** An earlier application of a person, shown beside another one or before a new one is saved. */
const earlierShape = {
  id: idSchema,
  status: z.enum(statuses),
  createdAt: momentSchema,
  statusAt: momentSchema,
} as const;

const countedItems = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), elsewhere: z.int() });

/**
 * Response of `GET applications/intake`: the records about a person before their application is saved.
 * Records outside the viewer's area are counted in `elsewhere`. The read is audited.
 */
export const intakeSchema = z.object({
  citizen: applicantSchema.omit({ changed: true }).nullable(),
  /** Of the person, or of another member of the household (`own` is false). */
  open: countedItems(z.object({ ...earlierShape, own: z.boolean(), receiver: shortPersonSchema.nullable() })),
  /** Completed within twelve months. */
  helped: countedItems(z.object({ ...earlierShape, own: z.boolean() })),
  households: countedItems(z.object(householdShape)),
  /** Whether continuing requires a reason. */
  needs_reason: z.boolean(),
});
export type Intake = z.output<typeof intakeSchema>;

const earlierSchema = countedItems(
  z.object({ ...earlierShape, note: personal('text', z.string()).nullable() }),
);

/** Response of `GET applications/{id}/household`: the applicant's households, their members, and their earlier applications. */
export const applicationHouseholdSchema = countedItems(
  z.object({
    ...householdShape,
    members: z.array(
      z.object({
        full_name: z.string(),
        personal_number: personal('jshshir', z.string()),
        is_applicant: z.boolean(),
        applications: earlierSchema,
      }),
    ),
  }),
).extend({
  /**
   * The applicant's earlier applications, if they are not a member of these households; found by JSHSHIR,
   * citizen or passport.
   */
  applicant: earlierSchema.nullable(),
});
export type ApplicationHousehold = z.output<typeof applicationHouseholdSchema>;

/** Response of `GET applications/citizens/{id}`: the households of a citizen of the register, and their applications, newest first. */
export const citizenApplicationsSchema = z.object({
  households: countedItems(z.object(householdShape)),
  applications: earlierSchema,
});
export type CitizenApplications = z.output<typeof citizenApplicationsSchema>;

/** Response of `GET applications/neighborhoods`: where an application may be moved; only names, other areas included. */
export const transferTargetsSchema = z.array(z.object({ id: idSchema, ...namesShape }));

/** The reason for a change of an application. */
export const reasonSchema = z.string().trim().min(1).max(500);

/** Body of `POST applications/{id}/actions/transfers`: the new neighbourhood, and the reason. */
export const transferBodySchema = z.strictObject({ neighborhood_id: idParamSchema, reason: reasonSchema });
export type TransferBody = z.infer<typeof transferBodySchema>;

/** Body of `POST applications/{id}/actions/withdrawals`: the citizen's statement. */
export const withdrawalBodySchema = z.strictObject({ note: reasonSchema });
export type WithdrawalBody = z.infer<typeof withdrawalBodySchema>;
