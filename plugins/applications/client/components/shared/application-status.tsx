import { useText } from '#kernel/client/index.ts';
import { StatusBadge } from '#kernel/client/ui/index.ts';
import type { Status } from '../../../contract.ts';

/** The status of an application, by colour and by word. */
export function ApplicationStatus({ status }: { readonly status: Status }) {
  const t = useText('applications');
  return <StatusBadge tone={status}>{t(`status.${status}`)}</StatusBadge>;
}
