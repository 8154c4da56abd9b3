import { z } from 'zod';
import { daySchema, idParamSchema, idSchema, momentSchema } from '#kernel/plugin-api/contract.ts';

/** The server keeps forwards as tasks: with a day, ended with a result or returned. */
export const tasksCapability = 'applications.tasks';

/** The states of a task; `closed` ended without a result, with its application or when it was passed on. */
export const taskStates = ['open', 'done', 'returned', 'closed'] as const;
export type TaskState = (typeof taskStates)[number];

const personSchema = z.object({ id: idSchema, first_name: z.string(), last_name: z.string() });

/** A task of an application; what is to be done is the message of the forward that gave it. */
export const taskSchema = z.object({
  id: idSchema,
  /** The forward that gave it. */
  action_id: idSchema,
  /** The step with the result, the reason, or the answer that ended it; null while it is open or was passed on. */
  result_action_id: idSchema.nullable(),
  state: z.enum(taskStates),
  /** Null for forwards of clients that know of no day. */
  due_at: momentSchema.nullable(),
  ended_at: momentSchema.nullable(),
  /** The admin who has it. */
  admin: personSchema,
  given_by: personSchema.nullable(),
  /** The absent admin for whom it was meant, if it went to a substitute. */
  instead_of: personSchema.nullable(),
});
export type Task = z.infer<typeof taskSchema>;

/** The day on which a task is due, beside the fields of a forward; it ends when the office closes. */
export const taskDaySchema = daySchema.optional();

/** Fields of `POST applications/{id}/actions/results` and `…/returns` (multipart): the result, or why it is returned. */
export const taskEndBodySchema = z.strictObject({
  task_id: idParamSchema,
  message: z.string().trim().min(1).max(5000),
});
