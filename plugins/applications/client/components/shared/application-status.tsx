import { StatusBadge } from '#kernel/client/ui/index.ts';
import type { Status } from '../../../contract.ts';
import { useTexts } from './texts.ts';

/** The status of an application, by colour and by word. */
export function ApplicationStatus({ status }: { readonly status: Status }) {
  const t = useTexts();
  return <StatusBadge tone={status}>{t(`status.${status}`)}</StatusBadge>;
}
