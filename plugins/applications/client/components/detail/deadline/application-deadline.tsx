import { createContext, type ReactNode, useContext } from 'react';
import { useCapabilities, useRetriedRead } from '#kernel/plugin-api/client.ts';
import { deadlinesCapability, type ApplicationDeadline } from '../../../../contract/deadlines.ts';
import { deadlineDocument } from '../../../data/queries.ts';

interface DeadlineProviderProps {
  readonly applicationId: number | string;
  readonly children: ReactNode;
}

const DeadlineContext = createContext<ApplicationDeadline | undefined>(undefined);

/** Reads the deadline of an application once for its card and for all steps of its timeline. */
export function DeadlineProvider({ applicationId, children }: DeadlineProviderProps) {
  const known = useCapabilities('applications').includes(deadlinesCapability);
  const { data } = useRetriedRead(deadlineDocument, {
    variables: { id: String(applicationId) },
    skip: !known,
  });
  return <DeadlineContext value={data?.deadline}>{children}</DeadlineContext>;
}

/** The deadline of the application; undefined while it is loading, and if the server does not manage deadlines. */
export const useApplicationDeadline = (): ApplicationDeadline | undefined => useContext(DeadlineContext);
