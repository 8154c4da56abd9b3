import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import {
  hasRecordOrder,
  recordBeside,
  toast,
  toastError,
  useCommands,
  useText,
} from '#kernel/plugin-api/client.ts';

/** Offers the ways to the next and the previous case, also while the case itself is still being read. */
export function CasesBeside({ id }: { readonly id: number }): null {
  useCommands(useCasesBeside(id));
  return null;
}

/** The commands that lead to the cases around one in the list that was shown last; none where it is in no list. */
export function useCasesBeside(id: number) {
  const t = useText('applications');
  const navigate = useNavigate();
  const [isKnown] = useState(() => hasRecordOrder('applications', id));
  // Ahead of what is drawn when a key is pressed several times.
  const at = useRef(id);
  useEffect(() => {
    at.current = id;
  }, [id]);

  async function go(step: 1 | -1): Promise<void> {
    try {
      const found = await recordBeside('applications', at.current, step);
      if (found === null) {
        toast.info(t(step === 1 ? 'commands.noNext' : 'commands.noPrevious'));
        return;
      }
      at.current = found;
      await navigate(`/applications/${found}`);
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
