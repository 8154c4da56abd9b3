import { useEffect, useMemo, useState } from 'react';
import { ChatPanel, type ChatTexts } from '#widgets/chat/index.ts';
import { send, useAdmin, useCapabilities, useLanguage } from '#kernel/client/index.ts';
import { textsOf } from '#kernel/client/i18n/i18n.ts';
import { useIsPhone } from '#kernel/client/ui/index.ts';
import type { Suggestions } from '../../contract.ts';
import { askAs, chatOf } from './office-chat.ts';
import { useRoute } from './use-route.ts';

/** When it is open, and what follows when the person leaves it. */
export interface OfficePanelProps {
  readonly open: boolean;
  readonly onClose: () => void;
  /** A page was gone to: on a phone the panel would cover it. */
  readonly onGone: () => void;
}

/** The panel with what belongs to the back-office: who asks, its words and colours, its pages. */
export function OfficePanel({ open, onClose, onGone }: OfficePanelProps) {
  const { id } = useAdmin();
  const { language } = useLanguage();
  const dialogue = useCapabilities('chat').includes('chat.dialogue');
  const chat = useMemo(() => chatOf(Number(id), askAs(dialogue)), [id, dialogue]);
  const phone = useIsPhone();
  const route = useRoute(onGone);
  const examples = useExamples(language, open && dialogue);
  const texts = textsOf<{ readonly panel: ChatTexts }>(language, 'chat')?.panel;
  if (!texts) return null;
  return <ChatPanel {...{ chat, texts, open, examples, route, onClose }} theme="inherit" modal={phone} />;
}

/** Questions to begin with, in the language of the moment; without an answer there are none. */
function useExamples(language: string, wanted: boolean): readonly string[] {
  const [read, setRead] = useState<{ language: string; questions: readonly string[] } | null>(null);
  const missing = wanted && read?.language !== language;
  useEffect(() => {
    if (!missing) return undefined;
    let gone = false;
    send<Suggestions>('GET', `chatbot/suggestions?lang=${language}`).then(
      ({ questions }) => gone || setRead({ language, questions }),
      () => gone || setRead({ language, questions: [] }),
    );
    return () => {
      gone = true;
    };
  }, [missing, language]);
  return read?.language === language ? read.questions : [];
}
