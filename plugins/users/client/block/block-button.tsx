import { Lock, LockOpen } from 'lucide-react';
import { IconButton, useText } from '#kernel/plugin-api/client.ts';
import { fullName } from '#kernel/domain/text/index.ts';
import type { User } from '../../contract.ts';

interface BlockButtonProps {
  readonly user: User;
  readonly onPress: () => void;
}

/** The button at the end of a row: blocks, or takes the block away. */
export function BlockButton({ user, onPress }: BlockButtonProps) {
  const t = useText('users');
  const name = fullName(user);
  return user.blocked ? (
    <IconButton size="small" label={t('unblockOf', { name })} icon={<LockOpen />} onClick={onPress} />
  ) : (
    <IconButton
      size="small"
      variant="danger"
      label={t('blockOf', { name })}
      icon={<Lock />}
      onClick={onPress}
    />
  );
}
