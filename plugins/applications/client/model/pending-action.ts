import type { SessionAdmin } from '#kernel/plugin-api/contract.ts';
import type { ReceiverOption } from '../../../neighborhoods/contract.ts';
import type { Action, Status } from '../../contract.ts';

/** The user's latest action on an application. */
export type Step =
  | { readonly kind: 'status'; readonly status: Status; readonly note: string | null }
  | { readonly kind: 'message'; readonly text: string }
  | {
      readonly kind: 'forward';
      readonly text: string;
      readonly receiver: Pick<ReceiverOption, 'id' | 'first_name' | 'last_name' | 'role'>;
    };

/** A step as the timeline will show it, until the server has responded; its id is negative. */
export function pendingAction({ id, first_name, last_name, role }: SessionAdmin, step: Step): Action {
  const common = {
    id: -1,
    sender: { id, first_name, last_name, role: { uz: role.uz, ru: role.ru } },
    createdAt: new Date().toISOString(),
    files: [],
  };
  switch (step.kind) {
    case 'status':
      return { ...common, action_type: 'status', status: { status: step.status, note: step.note } };
    case 'message':
      return { ...common, action_type: 'message', message: { message: step.text } };
    case 'forward':
      return {
        ...common,
        action_type: 'forward',
        forward: {
          message: step.text,
          receiver: step.receiver,
        },
      };
  }
}

/** Whether the server has not responded yet. */
export function isPending({ id }: Pick<Action, 'id'>): boolean {
  return Number(id) < 0;
}
