import { useCapabilities, useRetriedRead } from '#kernel/plugin-api/client.ts';
import { deadlinesCapability, type ApplicationDeadline } from '../../../../contract/deadlines.ts';
import { deadlineDocument } from '../../../data/queries.ts';

/** The deadline of an application; undefined while it is loading, and if the server does not manage deadlines. */
export function useApplicationDeadline(applicationId: number | string): ApplicationDeadline | undefined {
  const known = useCapabilities('applications').includes(deadlinesCapability);
  const { data } = useRetriedRead(deadlineDocument, {
    variables: { id: String(applicationId) },
    skip: !known,
  });
  return data?.deadline;
}
