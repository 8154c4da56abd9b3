import { useRegistry, useTextOf } from '#kernel/plugin-api/client.ts';
import type { Notification } from '../../../contract.ts';
import { type NoticeView, viewOf } from '../../model/notice-view.ts';

/** A notification as it is shown, with its words in the language of the moment. */
export interface ShownNotice extends NoticeView {
  readonly words: string;
}

/** How to show notifications: in the words of the plugins that tell them. */
export function useNoticeTexts(): (notification: Notification) => ShownNotice {
  const { notices } = useRegistry();
  const t = useTextOf(['notifications', ...new Set(notices.map(({ plugin }) => plugin))]);
  return (notification) => {
    const view = viewOf(notification, notices);
    // Until the texts of a plugin are loaded, nothing is shown instead of a key.
    return { ...view, words: t(view.key, { ...view.values, defaultValue: ' ' }) };
  };
}
