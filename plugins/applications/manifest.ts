import { z } from 'zod';
import {
  allOf,
  daySchema,
  definePlugin,
  idParamSchema,
  idSchema,
  menuSlot,
} from '#kernel/plugin-api/contract.ts';
import {
  applicationAside,
  applicationCards,
  applicationSchema,
  applicationTriage,
  receiverAccess,
} from './contract.ts';
import { filtersCapability } from './contract/filter-names.ts';
import { tasksCapability } from './contract/tasks.ts';
import { viewsCapability } from './contract/filter-names.ts';
import { deadlinesCapability, weekdays } from './contract/deadlines.ts';

export { receiverAccess };

/** Admins who extend deadlines, and are notified of overdue applications, within their own area. */
export const headAccess = allOf('application_head');

const name = z.string().nullish();
const withinOne = z.object({ application_id: idParamSchema, message: z.string().nullish() });
const days = z.int().min(1).max(365);
const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);
const dates = z.array(daySchema).max(1000).default([]);
const opens = { route: 'detail', id: 'application_id' } as const;

/**
 * Applications for assistance: the list, the accept form, and the page of an application with its timeline.
 */
export const applications = definePlugin({
  id: 'applications',
  version: '1.0.0',
  erases: true,
  requires: ['neighborhoods', 'users'],
  permissions: ['application_receiver', 'application_head'],
  capabilities: [
    'applications.intake',
    deadlinesCapability,
    'applications.check',
    'applications.household',
    'applications.correct',
    'applications.transfer',
    'applications.withdraw',
    tasksCapability,
    'applications.staff',
    filtersCapability,
    viewsCapability,
    'applications.bulk',
    'applications.presence',
    'applications.reveal',
  ],
  // A session to which this was announced names the applicant (kernel/decisions/0052-announced-sessions.md).
  sessionCapabilities: ['applications.intake'],
  config: z.object({
    /** Also rejects applications without an applicant from sessions that use only the five fields of the specification. */
    requireApplicant: z.boolean().default(false),
    /** Days until an application must be answered (law OʻRQ-445, art. 28). */
    deadlineDays: days.default(15),
    deadline: z
      .object({
        count: z.enum(['calendar', 'calendar_to_working', 'working']).default('calendar'),
        /** The total number of days if further study is needed. */
        studyDays: days.default(30),
        /** The maximum, counted from the deadline. */
        extensionDays: days.default(30),
        /**
         * Counted from arrival, for applications that belong to another organisation; one day from now if
         * that has passed.
         */
        transferDays: days.default(5),
        reopeningDays: days.default(15),
      })
      .prefault({}),
    calendar: z
      .object({
        daysOff: z.array(z.enum(weekdays)).max(6).default(['saturday', 'sunday']),
        holidays: dates,
        /** Days off that are worked instead. */
        workingDays: dates,
        opens: time.default('09:00'),
        closes: time.default('18:00'),
      })
      .prefault({}),
    /** Days before the deadline; 0 turns a warning off. Warnings are sent during office hours. */
    warnings: z
      .object({
        firstDays: z.int().min(0).max(30).default(3),
        lastDays: z.int().min(0).max(30).default(1),
        atDeadline: z.boolean().default(true),
        heads: z.boolean().default(true),
      })
      .prefault({}),
  }),
  publicConfig: ['deadlineDays'],
  // The pages of citizens are extended by id: importing their contract would add it to the first list's
  // download.
  extensions: [
    menuSlot.id,
    applicationCards.id,
    applicationTriage.id,
    applicationAside.id,
    'users.aside',
    'kernel.topBar',
  ],
  routes: {
    list: {
      path: '/applications/list',
      access: receiverAccess,
      firstRead: 'applications?page=1&limit=20&sort_by=createdAt&sort_order=desc',
    },
    accept: { path: '/applications/accept', access: receiverAccess },
    add: { path: '/applications/add', access: receiverAccess },
    batches: { path: '/applications/batches', access: receiverAccess },
    detail: { path: '/applications/:id/*', access: receiverAccess },
  },
  menu: { list: { icon: 'inbox' }, accept: { icon: 'file-plus' } },
  notices: {
    application: {
      icon: 'inbox',
      payload: z.object({ id: idParamSchema, first_name: name, last_name: name }),
      opens: { route: 'detail', id: 'id' },
      excerpt: ['last_name', 'first_name'],
    },
    message: { icon: 'message', payload: withinOne, opens, excerpt: ['message'] },
    forward: { icon: 'forward', payload: withinOne, opens, excerpt: ['message'], urgent: true },
    /** The deadline is near; `days` are left, 0 on the day itself. */
    deadline: {
      icon: 'clock',
      payload: z.object({ application_id: idParamSchema, days: z.int().min(0) }),
      opens,
      urgent: true,
    },
    deadline_over: {
      icon: 'clock',
      payload: z.object({ application_id: idParamSchema }),
      opens,
      urgent: true,
    },
    /** The same for several applications with the same day; opens the nearest. */
    deadlines: {
      icon: 'clock',
      payload: z.object({ application_id: idParamSchema, days: z.int().min(0), count: z.int().min(2) }),
      opens,
      urgent: true,
    },
    deadlines_over: {
      icon: 'clock',
      payload: z.object({ application_id: idParamSchema, count: z.int().min(2) }),
      opens,
      urgent: true,
    },
    /**
     * Tasks due on the same day: how many, and the application of the first; `days` are left, or it has
     * passed.
     */
    tasks_due: {
      icon: 'clock',
      payload: z.object({ application_id: idParamSchema, days: z.int().min(0), count: z.int().min(1) }),
      opens,
      urgent: true,
    },
    tasks_over: {
      icon: 'clock',
      payload: z.object({ application_id: idParamSchema, count: z.int().min(1) }),
      opens,
      urgent: true,
    },
    /** The number of applications and tasks that another admin has handed over, and the first one. */
    handed_over: {
      icon: 'forward',
      payload: z.object({ application_id: idParamSchema, count: z.int().min(1) }),
      opens,
      urgent: true,
    },
    /** The number of applications that a colleague has forwarded at once, and the first one. */
    forwards: {
      icon: 'forward',
      payload: z.object({
        application_id: idParamSchema,
        count: z.int().min(1),
        message: z.string().nullish(),
      }),
      opens,
      excerpt: ['message'],
      urgent: true,
    },
    /**
     * For heads, each working day: the number of overdue applications in their area, and the one overdue the
     * longest.
     */
    late_in_area: {
      icon: 'clock',
      payload: z.object({ application_id: idParamSchema, count: z.int().min(1) }),
      opens,
      urgent: true,
    },
    /** A border was moved: the numbers of applications that came into the admin's area, and that left it. */
    applications_moved: {
      icon: 'inbox',
      payload: z.object({ gained: z.int().min(0), lost: z.int().min(0) }),
    },
  },
  search: { applications: { route: 'list', area: 'own' } },
  actions: { accept: { route: 'accept' } },
  events: {
    application_receive: { payload: applicationSchema, access: receiverAccess, area: 'own' },
    /** The application's current state in the list, for every open page that shows it. */
    application_change: { payload: applicationSchema, access: receiverAccess, area: 'own' },
    /** A view of the list was saved, changed, moved or deleted: menus are read again. */
    application_view_change: {
      payload: z.object({ id: z.int().min(0) }),
      access: receiverAccess,
      area: 'admins',
    },
    /** The progress of a bulk job, for its author. */
    application_batch: {
      payload: z.object({ id: idSchema, total: z.int(), done: z.int(), failed: z.int() }),
      access: receiverAccess,
      area: 'admins',
    },
    /** It has left the neighbourhood: users with access to that one only no longer see it. */
    application_leave: { payload: z.object({ id: idSchema }), access: receiverAccess, area: 'own' },
  },
});
