import { useLayoutEffect, useMemo, useState, useEffect } from 'react';
import { ChatPanel, type ChatTexts } from '#widgets/chat/index.ts';
import {
  textsOf,
  useAdmin,
  useCapabilities,
  useIsPhone,
  useLanguage,
  send,
} from '#kernel/plugin-api/client.ts';
import { createOfficeAsk, chatOf } from './office-chat.ts';
import { useRoute } from './use-route.ts';
import type { Suggestions } from '../../contract.ts';

export interface OfficePanelProps {
  readonly open: boolean;
  /** Returns what was typed before the panel was loaded, once. */
  readonly takeEarly: () => EarlyInput;
  readonly onClose: () => void;
  /** Called when the user opens a page, which on a phone the panel would cover. */
  readonly onNavigate: () => void;
}

/** The text that was typed before the panel was loaded, and whether it was sent by Enter. */
export interface EarlyInput {
  readonly text: string;
  readonly isSent: boolean;
}

/** The chat panel with the back office's user, texts, theme and pages. */
export function OfficePanel({ open, takeEarly, onClose, onNavigate }: OfficePanelProps) {
  const { id } = useAdmin();
  const { language } = useLanguage();
  const dialogue = useCapabilities('chat').includes('chat.dialogue');
  const chat = useMemo(() => chatOf(Number(id), createOfficeAsk(dialogue)), [id, dialogue]);
  const [hasEarly, setHasEarly] = useState(false);
  // The panel renders after this, in the same task. If it rendered before, its field would be empty for a
  // moment, and a key press then would replace the typed text.
  useLayoutEffect(() => {
    const { text, isSent } = takeEarly();
    const draft = `${chat.state().draft}${text}`;
    if (text !== '') chat.write(draft);
    if (text !== '' && isSent) chat.send(draft);
    // The second rendering is intended: no key press can come between the two.
    // oxlint-disable-next-line react/set-state-in-effect
    setHasEarly(true);
  }, [chat, takeEarly]);
  const phone = useIsPhone();
  const route = useRoute(onNavigate);
  const examples = useExamples(language, open && dialogue);
  const texts = textsOf<{ readonly panel: ChatTexts }>(language, 'chat')?.panel;
  if (!texts || !hasEarly) return null;
  return <ChatPanel {...{ chat, texts, open, examples, route, onClose }} theme="inherit" modal={phone} />;
}

/** Example questions in the current language; none if the request fails. */
function useExamples(language: string, enabled: boolean): readonly string[] {
  const [loaded, setLoaded] = useState<{ language: string; questions: readonly string[] } | null>(null);
  const isMissing = enabled && loaded?.language !== language;
  useEffect(() => {
    if (!isMissing) return undefined;
    let cancelled = false;
    send<Suggestions>('GET', `chatbot/suggestions?lang=${language}`).then(
      ({ questions }) => cancelled || setLoaded({ language, questions }),
      () => cancelled || setLoaded({ language, questions: [] }),
    );
    return () => {
      cancelled = true;
    };
  }, [isMissing, language]);
  return loaded?.language === language ? loaded.questions : [];
}
