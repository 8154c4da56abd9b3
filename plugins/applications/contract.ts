import { z } from 'zod';
import {
  type Area,
  defineQuery,
  fileSchema,
  idParamSchema,
  idSchema,
  momentSchema,
  namesSchema,
  type Option,
  type Page,
  personal,
  slot,
  type StoredFile,
} from '#kernel/plugin-api/contract.ts';
import type { Language } from '#kernel/domain/text/languages.ts';
import { citizenFileLimits } from '#kernel/domain/values/limits.ts';
import type { CitizenBody } from '#plugins/users/contract.ts';
import { applicationSchema, type Application } from './contract/application-schema.ts';
import type { ApplicationSort } from './contract/application.ts';
import { applicantSchema, changeSchema, reasonSchema } from './contract/intake.ts';
import {
  type EmploymentStatus,
  employmentStatuses,
  statuses,
  type Status,
  type StatusFilter,
} from './contract/statuses.ts';
import { taskDaySchema, taskSchema, type Task } from './contract/tasks.ts';

export * from './contract/application-schema.ts';
export type { ApplicationListQuery, ApplicationPage, ApplicationSort } from './contract/application.ts';
export * from './contract/filters.ts';
export * from './contract/intake.ts';
export * from './contract/notes.ts';
export * from './contract/queries.ts';
export * from './contract/statuses.ts';
export type { Load, LoadRow } from './contract/load.ts';
export type { Absences, HandoverPlan } from './contract/staff.ts';
export type { Task, TaskState } from './contract/tasks.ts';

/** The fields of an {@link Application}, for the queries of clients that show applications. */
export const applicationFields = `
  id
  status { status createdAt note }
  neighborhood_id
  neighborhood { id uz { name } ru { name } }
  author {
    first_name last_name father_name phone birthday passport_series passport_number personal_number
    neighborhood { uz { name } ru { name } }
    address
  }
  employment_status salary planned_assistance files @type(name: "StoredFile") { id name url size format mimetype createdAt } cancel_time
  receiver { id first_name last_name father_name login role { permissions uz { name } ru { name } } }
  source household_category_id
  createdAt updatedAt`;

const actionShape = {
  id: idSchema,
  sender: z
    .object({ id: idSchema, first_name: z.string(), last_name: z.string(), role: namesSchema })
    .nullable(),
  createdAt: momentSchema,
  files: z.array(fileSchema),
} as const;

/** A step in the timeline; the payload is under the key named by the type. */
export const actionSchema = z.discriminatedUnion('action_type', [
  z.object({
    ...actionShape,
    action_type: z.literal('status'),
    status: z.object({ status: z.enum(statuses), note: personal('text', z.string()).nullable() }),
  }),
  z.object({
    ...actionShape,
    action_type: z.literal('message'),
    message: z.object({ message: personal('text', z.string()) }),
  }),
  z.object({
    ...actionShape,
    action_type: z.literal('forward'),
    forward: z.object({
      message: personal('text', z.string()),
      receiver: z.object({
        id: idSchema,
        first_name: z.string(),
        last_name: z.string(),
        role: namesSchema,
      }),
    }),
  }),
  z.object({ ...actionShape, action_type: z.literal('change'), change: changeSchema }),
]);
export type Action = z.infer<typeof actionSchema>;

/** An application with its timeline, oldest step first. */
export const applicationDetailSchema = applicationSchema.extend({
  /** Null if the application names no citizen of the register. */
  citizen: applicantSchema.nullable(),
  no_document_reason: z.string().nullable(),
  actions: z.array(actionSchema),
  tasks: z.array(taskSchema),
});
export type ApplicationDetail = z.infer<typeof applicationDetailSchema>;

const optionalText = (length: number) => z.string().trim().max(length).optional();

const requestShape = {
  employment_status: z.enum(employmentStatuses),
  salary: optionalText(200),
  planned_assistance: z.string().trim().min(1).max(5000),
} as const;

const personShape = {
  first_name: optionalText(100),
  last_name: optionalText(100),
  father_name: optionalText(100),
  passport_series: optionalText(2),
  passport_number: optionalText(7),
  personal_number: optionalText(14),
  phone: optionalText(20),
  /** Required if there is neither a passport nor a JSHSHIR. */
  no_document_reason: optionalText(500),
} as const;

/**
 * Fields of `POST applications` (multipart). The person's fields are sent if `applications.intake` is
 * announced; then this server requires first and last name. `intake_reason` says why intake continues if `GET
 * applications/intake` requires a reason.
 */
export const applicationBodySchema = z.strictObject({
  neighborhood_id: idParamSchema,
  ...requestShape,
  ...personShape,
  intake_reason: optionalText(500),
});
export type ApplicationBody = z.infer<typeof applicationBodySchema>;

/** Body of `PUT applications/{id}`: the corrected person and request, and the reason. */
export const correctionBodySchema = z.strictObject({ ...requestShape, ...personShape, reason: reasonSchema });
export type CorrectionBody = z.infer<typeof correctionBodySchema>;

/** Body of `POST applications/{id}/actions/statuses`; accepting a new application takes no note. */
export const statusBodySchema = z.strictObject({
  status: z.enum(['accepted', 'completed', 'rejected']),
  note: z.string().trim().min(1).max(2000).optional(),
  /** Agrees that other admins' open tasks with a due day end with the application (capability `applications.tasks`). */
  close_tasks: z.boolean().optional(),
});
export type StatusBody = z.infer<typeof statusBodySchema>;

/**
 * Fields of `POST applications/{id}/actions/messages` (multipart); the message may be empty only with a file.
 */
export const messageBodySchema = z.strictObject({ message: z.string().trim().max(5000).default('') });
export type MessageBody = z.infer<typeof messageBodySchema>;

/** Fields of `POST applications/{id}/actions/forwards` (multipart). */
export const forwardBodySchema = z.strictObject({
  message: z.string().trim().max(5000).default(''),
  receiver_id: idParamSchema,
  due: taskDaySchema,
});
export type ForwardBody = z.infer<typeof forwardBodySchema>;

/** File limits: five files; 10 MB in total in the accept form, 50 MB in the timeline. */
export const uploadLimits = {
  maxFiles: citizenFileLimits.maxFiles,
  intakeBytes: citizenFileLimits.maxBytes,
  timelineBytes: 50 * 1024 * 1024,
};

/** The right column of an application's page. */
export const applicationAside = slot<{ application: ApplicationDetail }>('applications.aside');

/** The props of extensions of {@link applicationTask}. */
export interface ApplicationTaskProps {
  readonly applicationId: number;
  readonly task: Task;
}

/** Under a forward in the timeline: the task that it created. */
export const applicationTask = slot<ApplicationTaskProps>('applications.task');

/** The props of extensions of {@link applicationComposer}. */
export interface ApplicationComposerProps {
  readonly application: ApplicationDetail;
  readonly text: string;
  /** The message is being sent: nothing can be added. */
  readonly disabled: boolean;
  /** Replaces the text, and puts the cursor at its end. */
  readonly setText: (text: string) => void;
}

/** Tools beside the buttons of the composer; they share the field's `[data-composer]` element and may handle its keys. */
export const applicationComposer = slot<ApplicationComposerProps>('applications.composer');

/** The props of extensions of {@link applicationCards}; `dimmed` while newer ones are loading. */
export interface ApplicationCardsProps {
  readonly applications: readonly Application[];
  readonly dimmed: boolean;
}

/** Cards of applications as in the list, for pages of other plugins; this plugin provides the extension. */
export const applicationCards = slot<ApplicationCardsProps>('applications.cards');

/** The props of extensions of the slot `applications.triage`. */
export interface ApplicationTriageProps {
  readonly application: {
    readonly id: number;
    readonly neighborhood_id: number;
    readonly status: Status;
    /** The deadline. */
    readonly cancel_time: string | null;
  };
  /** Called after an action on the application. */
  readonly onDone?: (() => void) | undefined;
}

/**
 * Buttons in an application's `<li>` to accept and to forward, and on a phone swipes of its first element;
 * this plugin provides the extension.
 */
export const applicationTriage = slot<ApplicationTriageProps>('applications.triage');

/**
 * A range of days on which applications were received, both ends included: `YYYY-MM-DD` in the deployment's
 * time zone.
 */
export interface Days {
  readonly from: string;
  readonly to: string;
}

/** Selects the applications of an area, optionally of one neighbourhood in it, received within some days. */
export interface ApplicationsCriteria {
  readonly area: Area;
  readonly neighborhood: number | undefined;
  /** Null for all days. */
  readonly days: Days | null;
}

/** The requested page of them. `present` signs the file addresses for the requesting session. */
export interface ApplicationPageCriteria extends ApplicationsCriteria {
  readonly language: Language;
  readonly page: number;
  readonly limit: number;
  readonly status: StatusFilter | undefined;
  readonly search: string | undefined;
  readonly sortBy: ApplicationSort;
  readonly direction: 'asc' | 'desc';
  readonly present: (file: Omit<StoredFile, 'url'>) => StoredFile;
}

/** Queries a page of applications. */
export const applicationsQuery = defineQuery<ApplicationPageCriteria, Page<Application>>('applications.page');

/** The number of applications by current status, and of overdue ones. */
export type ApplicationCounts = Readonly<Record<StatusFilter | 'all', number>>;

/** Queries the number of applications, from counters that are always exact. */
export const applicationCountsQuery = defineQuery<ApplicationsCriteria, ApplicationCounts>(
  'applications.counts',
);

/** The criteria of application metrics other than counts. */
export interface ApplicationMetricsCriteria extends ApplicationsCriteria {
  /** The size of the buckets in which arrivals and answers are counted. */
  readonly bucketSize: 'day' | 'month';
}

/** How long applications stay in a status, in seconds, from the steps that ended it within the days. */
export interface StatusDuration {
  readonly status: Status;
  readonly count: number;
  readonly median: number;
  readonly p90: number;
}

/** The result of {@link applicationMetricsQuery}. */
export interface ApplicationMetrics {
  /** By day or month, in order; empty buckets are left out. */
  readonly arrivals: readonly { readonly since: string; readonly count: number }[];
  /** Steps to `completed`, by the day on which they were made. */
  readonly completions: readonly { readonly since: string; readonly count: number }[];
  readonly durations: readonly StatusDuration[];
  readonly employment: Readonly<Record<EmploymentStatus, number>>;
  /** Overdue applications by responsible admin, most first; `receiver` is null for those without one. */
  readonly late: readonly {
    readonly receiver: {
      readonly id: number;
      readonly first_name: string;
      readonly last_name: string;
    } | null;
    readonly count: number;
    /** The earliest deadline that passed. */
    readonly since: string;
  }[];
}

/** Queries application metrics, from counters or one indexed read each. */
export const applicationMetricsQuery = defineQuery<ApplicationMetricsCriteria, ApplicationMetrics>(
  'applications.metrics',
);

/** The application counts of a neighbourhood. */
export type NeighborhoodCounts = ApplicationCounts & Option;

/** Queries the application counts of each neighbourhood, sorted by Uzbek name. */
export const neighborhoodCountsQuery = defineQuery<ApplicationsCriteria, readonly NeighborhoodCounts[]>(
  'applications.neighborhoods',
);

/** A validated application from an external source. */
export interface ReceivedApplication {
  /** The applicant. The citizen is found or created; the application stores these data unchanged. */
  readonly citizen: CitizenBody;
  readonly neighborhood_id: number;
  readonly employment_status: EmploymentStatus;
  readonly salary: string | null;
  readonly planned_assistance: string;
  /** Stored files that have no owner yet. */
  readonly fileIds: readonly number[];
  /** The source, such as `widget` or `api`; applications entered by staff have `staff`. */
  readonly source: string;
}

/** The outcome of a {@link ReceivedApplication}; if it is rejected, nothing is written. */
export type Receipt =
  | {
      readonly id: number;
      readonly citizenId: number;
      /** The deadline. */
      readonly cancelTime: string | null;
      readonly createdAt: string;
    }
  /** The citizen is blocked, or the neighbourhood does not exist. External callers should not learn which. */
  | { readonly rejected: 'citizen_blocked' | 'neighborhood_unknown' };

/**
 * Receives an external application, in the caller's transaction: citizen, row, files, audit entry, event for
 * open pages, and the notice to the admins who receive applications in the neighbourhood.
 */
export const receiveApplicationQuery = defineQuery<ReceivedApplication, Receipt>('applications.receive');

export * from './contract/work.ts';
/** Queries an application with its timeline; null if there is none within the area. File addresses are empty. */
export const applicationQuery = defineQuery<
  { readonly id: number; readonly area: Area },
  ApplicationDetail | null
>('applications.one');

export * from './contract/letters.ts';
