import { useText } from '#kernel/client/index.ts';
import { StatusBadge, type Tone } from '#kernel/client/ui/index.ts';
import type { Reason } from '../../contract.ts';

const tones: Readonly<Record<Reason['state'], Tone>> = {
  enabled: 'completed',
  disabled: 'canceled',
  requires: 'accepted',
  not_installed: 'rejected',
  invalid_configuration: 'rejected',
  quarantined: 'rejected',
  denied: 'canceled',
};

/** Whether a plugin is at work, in a word. */
export function StateBadge({ state }: { readonly state: Reason['state'] }) {
  const t = useText('plugins');
  return <StatusBadge tone={tones[state]}>{t(`states.${state}`)}</StatusBadge>;
}
