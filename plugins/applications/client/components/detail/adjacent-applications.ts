import { useLayoutEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import {
  hasRecordOrder,
  adjacentRecord,
  toast,
  toastError,
  useCommands,
  useText,
} from '#kernel/plugin-api/client.ts';

/** Offers commands for the next and the previous application, even while the current one is loading. */
export function AdjacentApplications({ id }: { readonly id: number }): null {
  useCommands(useAdjacentApplications(id));
  return null;
}

/**
 * The last opened application; ahead of the rendered one when keys are pressed quickly. All navigation
 * between applications starts here.
 */
const reached = { id: 0 };

/** The commands for the neighbours of an application in the last shown list; none if it is in no list. */
export function useAdjacentApplications(id: number) {
  const t = useText('applications');
  const navigate = useNavigate();
  const [isKnown] = useState(() => hasRecordOrder('applications', id));
  useLayoutEffect(() => {
    reached.id = id;
  }, [id]);

  async function go(step: 1 | -1): Promise<void> {
    try {
      const found = await adjacentRecord('applications', reached.id, step);
      if (found === null) {
        toast.info(t(step === 1 ? 'commands.noNext' : 'commands.noPrevious'));
        return;
      }
      reached.id = found;
      // The path of the first tab: a redirect to it could arrive after the next key press, and lead back.
      await navigate(`/applications/${found}/timeline`);
    } catch (error) {
      toastError(error);
    }
  }

  if (!isKnown) return [];
  return [
    {
      id: 'applications.next',
      title: t('commands.next'),
      icon: 'chevron-down',
      key: 'j',
      run: () => void go(1),
    },
    {
      id: 'applications.previous',
      title: t('commands.previous'),
      icon: 'chevron-up',
      key: 'k',
      run: () => void go(-1),
    },
  ];
}
