import { useEffect, useRef, useState } from 'react';
import { formatText } from '../../shared/format-text.ts';
import type { ApplyState } from '../model/state.ts';
import type { ApplyTexts } from './texts.ts';

/** What screen readers announce besides alerts: a file that was sent, a code that is on its way, a lost and a restored line. */
export function useAnnouncement(state: ApplyState, online: boolean, texts: ApplyTexts): string {
  const [said, say] = useState('');
  const before = useRef({ state, online });
  useEffect(() => {
    const then = before.current;
    before.current = { state, online };
    const known = new Set(then.state.draft.files.map(({ id }) => id));
    const sent = state.draft.files.filter(({ id }) => !known.has(id));
    if (sent.length > 0)
      say(formatText(texts.files.sentOf, { name: sent.map(({ name }) => name).join(', ') }));
    if (state.codeSent && !then.state.codeSent) say(texts.phone.sent);
    if (state.draft.verifiedPhone !== null && then.state.draft.verifiedPhone === null) say(texts.phone.done);
    if (state.draft.person !== null && then.state.draft.person === null) say(texts.identity.done);
    if (state.busy === 'submit' && then.state.busy !== 'submit') say(texts.submitting);
    if (online !== then.online) say(online ? texts.online : texts.offline);
  }, [state, online, texts]);
  return said;
}
