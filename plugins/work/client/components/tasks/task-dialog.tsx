import { ReasonDialog, send, toast, useDraft, useText } from '#kernel/plugin-api/client.ts';
import type { Task } from '#plugins/applications/contract.ts';

const maxLength = 5000;

interface TaskDialogProps {
  readonly applicationId: number;
  readonly task: Task;
  /** Done with a result, or returned with a reason. */
  readonly ending: 'done' | 'returned';
  readonly onClose: () => void;
}

/**
 * Asks for the result of a task, or why it is returned. The text is a draft until the server has received it.
 */
export function TaskDialog({ applicationId, task, ending, onClose }: TaskDialogProps) {
  const t = useText('work');
  const draft = useDraft(`applications.task.${applicationId}.${task.id}.${ending}`, '');
  const giver = task.given_by && `${task.given_by.last_name} ${task.given_by.first_name}`;

  async function submit(message: string, idempotencyKey: string): Promise<null> {
    const body = new FormData();
    body.append('task_id', String(task.id));
    body.append('message', message);
    const path = `applications/${applicationId}/actions/${ending === 'done' ? 'results' : 'returns'}`;
    await send('POST', path, body, { idempotencyKey });
    toast.success(t(`task.${ending}.toast`));
    return null;
  }

  return (
    <ReasonDialog
      draft={draft}
      title={t(`task.${ending}.title`)}
      text={t(`task.${ending}.text`, { name: giver ?? '—' })}
      label={t(`task.${ending}.label`)}
      placeholder={t(`task.${ending}.placeholder`)}
      missing={t(`task.${ending}.required`)}
      maxLength={maxLength}
      submitLabel={t(`task.${ending}.action`)}
      field="message"
      onClose={onClose}
      onSubmit={submit}
    />
  );
}
