import { StatusBadge, type Tone, useText } from '#kernel/plugin-api/client.ts';
import type { LetterStatus } from '../../contract.ts';

const tones: Readonly<Record<LetterStatus, Tone>> = {
  issued: 'completed',
  replaced: 'accepted',
  voided: 'rejected',
};

/** Whether a letter is valid, by colour and text. */
export function LetterStatusBadge({ status }: { readonly status: LetterStatus }) {
  const t = useText('letters');
  return <StatusBadge tone={tones[status]}>{t(`status.${status}`)}</StatusBadge>;
}
