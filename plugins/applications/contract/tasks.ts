import { z } from 'zod';
import { daySchema, idParamSchema, idSchema, momentSchema } from '#kernel/plugin-api/contract.ts';

/** The server stores forwards as tasks: with a due day, and ended with a result or returned. */
export const tasksCapability = 'applications.tasks';

/**
 * The states of a task; `closed`: ended without a result, with its application or when it was forwarded
 * again.
 */
export const taskStates = ['open', 'done', 'returned', 'closed'] as const;
export type TaskState = (typeof taskStates)[number];

const personSchema = z.object({ id: idSchema, first_name: z.string(), last_name: z.string() });

/** A task of an application; its text is the message of the forward that created it. */
export const taskSchema = z.object({
  id: idSchema,
  /** The forward that created it. */
  action_id: idSchema,
  /**
   * The step with the result, reason or answer that ended it; null while it is open, or if it was forwarded
   * again.
   */
  result_action_id: idSchema.nullable(),
  state: z.enum(taskStates),
  /** Null for forwards from clients without due days. */
  due_at: momentSchema.nullable(),
  ended_at: momentSchema.nullable(),
  /** The admin whose task it is. */
  admin: personSchema,
  given_by: personSchema.nullable(),
  /** The absent admin whom it was meant for, if it went to a substitute. */
  instead_of: personSchema.nullable(),
});
export type Task = z.infer<typeof taskSchema>;

/** The day on which a task is due, a field of a forward; the task is due when the office closes. */
export const taskDaySchema = daySchema.optional();

/**
 * Fields of `POST applications/{id}/actions/results` and `…/returns` (multipart): the result, or the reason
 * for returning it.
 */
export const taskEndBodySchema = z.strictObject({
  task_id: idParamSchema,
  message: z.string().trim().min(1).max(5000),
});
