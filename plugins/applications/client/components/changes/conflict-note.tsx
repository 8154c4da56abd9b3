import { CircleAlert } from 'lucide-react';
import { Banner, Button, useDates, useText } from '#kernel/plugin-api/client.ts';
import type { Application } from '../../../contract.ts';
import { useNeighborhoodName } from '../shared/facts.ts';

interface ConflictNoteProps {
  /** The current state of the application. */
  readonly current: Application;
  readonly onLook: () => void;
}

/**
 * Reports that another user has changed the application meanwhile, with its current state and a link to it.
 * The button to continue belongs to the dialog.
 */
export function ConflictNote({ current, onLook }: ConflictNoteProps) {
  const t = useText('applications');
  const dates = useDates();
  const neighborhood = useNeighborhoodName(current);
  return (
    <Banner
      role="alert"
      icon={<CircleAlert />}
      action={
        <Button size="small" onClick={onLook}>
          {t('conflict.showChanges')}
        </Button>
      }
    >
      {t('conflict.text', {
        at: dates.dateTime(current.updatedAt),
        status: t(`status.${current.status.status}`),
        neighborhood,
      })}
    </Banner>
  );
}
