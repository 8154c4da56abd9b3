import { useLanguage, useRegistry, useTextOf } from '#kernel/plugin-api/client.ts';
import type { Notification } from '../../../contract.ts';
import { type NoticeView, viewOf } from '../../model/notice-view.ts';

/** A notification as displayed, with its texts in the current language. */
export interface ShownNotice extends NoticeView {
  readonly words: string;
}

/** Returns the display of notifications, with the texts of the plugins that declare them. */
export function useNoticeTexts(): (notification: Notification) => ShownNotice {
  const { notices } = useRegistry();
  const { language } = useLanguage();
  const t = useTextOf(['notifications', ...new Set(notices.map(({ plugin }) => plugin))]);
  return (notification) => {
    const view = viewOf(notification, notices, language);
    // Until a plugin's texts are loaded, nothing is shown instead of a key.
    return { ...view, words: t(view.key, { ...view.values, defaultValue: ' ' }) };
  };
}
