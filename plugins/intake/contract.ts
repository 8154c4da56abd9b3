import { z } from 'zod';
import { idParamSchema, idSchema, momentSchema, namesShape } from '#kernel/plugin-api/contract.ts';
import { citizenFileLimits } from '#kernel/domain/values/limits.ts';
import { employmentStatuses, statuses } from '#plugins/applications/contract.ts';
import { citizenBodySchema } from '#plugins/users/contract.ts';

/* How citizens apply by themselves: through `<komak-apply>` on a site of the deployment, whose page holds a
   ticket, and through bots and older systems, which hold a site's key. Both send the same `POST
   intake/applications`.
   
   `X-Komak-Key` is the key of a site. `X-Komak-Ticket` is a ticket: it costs a proof of work (`GET
   intake/form`, `POST intake/tickets`), is valid for some hours, and is good for one application. */

/** The header of a ticket, and that of a site's key. */
export const ticketHeader = 'x-komak-ticket';
export const keyHeader = 'x-komak-key';
export const idempotencyHeader = 'idempotency-key';

/** The file limits of one application: five files, 10 MB in total. */
export const fileLimits = citizenFileLimits;

/** The ways in which a citizen can prove their identity. */
export const verifications = ['phone', 'one_id'] as const;
export type Verification = (typeof verifications)[number];

/**
 * A proof of work: for each `index` below `parts`, a text such that the SHA-256 of
 * `<challenge>.<index>.<text>` starts with `bits` zero bits. Several small parts take nearly the same time
 * for everyone, while the time of one large part varies widely.
 */
export const challengeSchema = z.object({
  challenge: z.string(),
  parts: z.int(),
  bits: z.int(),
  /** Until when it is accepted. */
  expires: momentSchema,
});
export type Challenge = z.infer<typeof challengeSchema>;

/** Response of `GET intake/form`: what the widget needs to start. */
export const formSchema = z.object({
  /** The name of the installation. */
  name: z.string(),
  proof: challengeSchema,
  verifications: z.array(z.enum(verifications)),
  /** Whether the office's letters can be verified by their codes. */
  letters: z.boolean(),
  neighborhoods: z.array(z.object({ id: idSchema, ...namesShape })),
  files: z.object({ maxFiles: z.int(), maxBytes: z.int() }),
});
export type IntakeForm = z.infer<typeof formSchema>;

/** Body and response of `POST intake/tickets`. */
export const ticketBodySchema = z.strictObject({
  challenge: z.string().max(300),
  solutions: z.array(z.string().max(40)).max(64),
});
export const ticketSchema = z.object({ ticket: z.string(), expires: momentSchema });

/** Body of `POST intake/codes`: the phone that the code is sent to. */
export const codeBodySchema = z.strictObject({ phone: z.string().max(30) });

/** Body of `POST intake/codes/check`. */
export const codeCheckSchema = z.strictObject({
  code: z
    .string()
    .trim()
    .regex(/^\d{6}$/),
});

/** An uploaded file that no application names yet. */
export const intakeFileSchema = z.object({ id: idSchema, name: z.string(), size: z.int() });
export type IntakeFile = z.infer<typeof intakeFileSchema>;

/** Body of `POST intake/applications`. */
export const submissionBodySchema = z.strictObject({
  citizen: citizenBodySchema,
  /** The citizen is the identified visitor of the ticket; name and documents then come from OneID. */
  identified: z.boolean().default(false),
  neighborhood_id: idParamSchema,
  employment_status: z.enum(employmentStatuses),
  salary: z
    .string()
    .trim()
    .max(200)
    .nullish()
    .transform((text) => text || null),
  planned_assistance: z.string().trim().min(1).max(5000),
  /** Files of `POST intake/files`, sent with the same ticket or key. */
  files: z
    .array(idParamSchema)
    .max(fileLimits.maxFiles)
    .default(() => []),
});
export type SubmissionBody = z.output<typeof submissionBodySchema>;

/** Response of `POST intake/applications`. The code is returned only once; with the number it opens `POST intake/status`. */
export const receiptSchema = z.object({
  number: idSchema,
  code: z.string(),
  status: z.enum(statuses),
  cancel_time: momentSchema.nullable(),
  created_at: momentSchema,
  /** How the citizen has proved their identity; null: a clerk confirms it. */
  verified_by: z.enum(verifications).nullable(),
});
export type Receipt = z.infer<typeof receiptSchema>;

/** Body of `POST intake/status`. The code may be written with or without dashes, in any case. */
export const statusBodySchema = z.strictObject({ number: idParamSchema, code: z.string().max(40) });

/** A letter as the citizen sees it. */
export const letterSchema = z.object({
  id: idSchema,
  title: z.string(),
  date: momentSchema,
  /** The address of the page, relative to `/api/uz/`, valid for some minutes. */
  path: z.string(),
});

/** Response of `POST intake/status`. */
export const statusResponseSchema = z.object({
  number: idSchema,
  status: z.enum(statuses),
  created_at: momentSchema,
  cancel_time: momentSchema.nullable(),
  late: z.boolean(),
  verified: z.boolean(),
  /** The office's requests to the citizen, the newest first. */
  asks: z.array(z.object({ text: z.string(), created_at: momentSchema })),
  letters: z.array(letterSchema),
});
export type StatusResponse = z.infer<typeof statusResponseSchema>;

/** Query of `GET intake/letters`, as in the response of the status. */
export const letterQuerySchema = z.strictObject({
  number: idParamSchema,
  letter: idParamSchema,
  until: z.string().regex(/^\d{1,16}$/),
  signature: z.string().regex(/^[0-9a-f]{64}$/),
});

/** Body of `POST intake/letter-checks`: the code in a letter's QR. */
export const letterCodeSchema = z.strictObject({ code: z.string().trim().min(1).max(100) });

/** Its response: whether the letter is genuine, without its addressee. */
export const letterCheckSchema = z.object({
  /** Null for a letter that this office did not issue. */
  status: z.enum(['issued', 'replaced', 'voided']).nullable(),
  number: z.string().nullable(),
  issued_on: z.string().nullable(),
  office: z.string(),
  /** The number of the letter that replaces it. */
  replaced_by: z.string().nullable(),
});

/** The kinds of events that a site receives. */
export const eventTypes = ['application.created', 'application.status', 'application.deadline'] as const;
export type EventType = (typeof eventTypes)[number];

/** The body of a webhook, and an item of `GET intake/events`. It contains no data about the citizen. */
export const siteEventSchema = z.object({
  id: idSchema,
  type: z.enum(eventTypes),
  created_at: momentSchema,
  data: z.object({
    number: idSchema,
    status: z.enum(statuses),
    cancel_time: momentSchema.nullable(),
    late: z.boolean(),
  }),
});
export type SiteEvent = z.infer<typeof siteEventSchema>;

/** Query of `GET intake/events`. */
export const eventsQuerySchema = z.strictObject({
  after: z.preprocess((text) => (text === undefined ? 0 : Number(text)), z.int().min(0)).default(0),
  limit: z
    .preprocess((text) => (text === undefined ? 100 : Number(text)), z.int().min(1).max(500))
    .default(100),
});

/** A webhook address: http or https, without a user. */
const webhookSchema = z
  .string()
  .trim()
  .max(500)
  .refine((text) => text === '' || /^https?:\/\/[\w.[\]:-]+([/?][^\s#]*)?$/.test(text), {
    params: { key: 'intake:validation.webhook' },
  });

/** An origin as browsers write it: scheme, host and port in lower case. */
const originSchema = z
  .string()
  .trim()
  .max(200)
  .refine((text) => /^https?:\/\/([a-z\d.-]+|\[[\da-f:]+\])(:\d{1,5})?$/.test(text), {
    params: { key: 'intake:validation.origin' },
  });

/** Body of `POST intake/sites` and `PUT intake/sites/{id}`. */
export const siteBodySchema = z.strictObject({
  name: z.string().trim().min(1).max(100),
  /** Origins whose pages may use the key in a browser; if empty, only servers may. */
  origins: z.array(originSchema).max(20),
  /** The number of calls per ten minutes. */
  rate: z.int().min(1).max(100_000),
  webhook: webhookSchema,
});
export type SiteBody = z.infer<typeof siteBodySchema>;

/** A site with a key; includes neither the key nor the secret. */
export const siteSchema = z.object({
  id: idSchema,
  name: z.string(),
  origins: z.array(z.string()),
  rate: z.int(),
  webhook: z.string(),
  /** The last characters of the key. */
  key_end: z.string(),
  created_at: momentSchema,
  /** The version of what a form changes, for `If-Match`. */
  updated_at: momentSchema,
  last_used_at: momentSchema.nullable(),
  revoked_at: momentSchema.nullable(),
  applications: z.int(),
  /** Events waiting for delivery; `failed` ones were given up. */
  waiting: z.int(),
  failed: z.int(),
});
export type Site = z.infer<typeof siteSchema>;

/** A site with the values that are shown only once: its key, and the secret that signs its webhooks. */
export const siteSecretsSchema = z.object({ site: siteSchema, key: z.string(), secret: z.string() });
export type SiteSecrets = z.infer<typeof siteSecretsSchema>;

/** An event as shown on the page of sites. */
export const deliverySchema = siteEventSchema.extend({
  state: z.enum(['stored', 'waiting', 'delivered', 'failed']),
  attempts: z.int(),
  next_at: momentSchema.nullable(),
  delivered_at: momentSchema.nullable(),
  error: z.string().nullable(),
});
export type Delivery = z.infer<typeof deliverySchema>;

/** Body of `POST intake/sites/{id}/replay`: every event from this one on is delivered again, in order. */
export const replayBodySchema = z.strictObject({ from: idParamSchema });

/** Response of `GET intake/applications/{id}`: the origin of an application, for those who handle it; null if staff entered it. */
export const intakeApplicationSchema = z
  .object({
    source: z.enum(['widget', 'api']),
    /** The site's name or origin. */
    site: z.string(),
    /** `staff`: a clerk has confirmed the identity. */
    verified_by: z.enum([...verifications, 'staff']).nullable(),
    verified_at: momentSchema.nullable(),
    asks: z.array(z.object({ id: idSchema, text: z.string(), created_at: momentSchema })),
  })
  .nullable();
export type IntakeApplication = z.infer<typeof intakeApplicationSchema>;

/** Body of `POST intake/applications/{id}/requests`: a text that the citizen reads on the status page. */
export const citizenRequestBodySchema = z.strictObject({ text: z.string().trim().min(1).max(1000) });
