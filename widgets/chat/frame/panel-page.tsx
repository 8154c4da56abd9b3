import { useEffect, useLayoutEffect, useState } from 'react';
import type { Chat } from '../model/chat.ts';
import type { Lang, Theme } from '../protocol/messages.ts';
import { ChatPanel } from '../view/chat-panel.tsx';
import type { Route } from '../view/message-parts.tsx';
import type { ChatTexts } from '../view/texts.ts';
import { readExamples } from './server.ts';

/** The settings that the loader sends to the panel. */
export interface PanelSettings {
  readonly lang: Lang;
  readonly theme: Theme;
  readonly open: boolean;
}

interface PanelPageProps extends PanelSettings {
  readonly chat: Chat;
  readonly pass: string;
  readonly onClose: () => void;
  /** Called when the panel is open and its field has the focus. */
  readonly onShown: () => void;
}

/** Pages of the product open in a new window: on the host site the user is not signed in. */
const route: Route = (path) => ({ href: new URL(path, location.href).href, label: null, newWindow: true });

const textsByPath = import.meta.glob<ChatTexts>('../../../locales/*/chat.json', {
  eager: true,
  import: 'panel',
});

/** The texts of the panel in a language; they are bundled with its code. */
function textsIn(lang: Lang): ChatTexts {
  const texts = textsByPath[`../../../locales/${lang}/chat.json`];
  if (!texts) throw new Error(`no texts in ${lang}`);
  return texts;
}

/** The panel in its iframe. */
export function PanelPage({ chat, pass, lang, theme, open, onClose, onShown }: PanelPageProps) {
  const examples = useExamples(pass, lang, open);
  const texts = textsIn(lang);
  useEffect(() => {
    document.documentElement.lang = lang;
    document.title = texts.title;
  }, [lang, texts]);
  useLayoutEffect(() => {
    if (open) onShown();
  }, [open, onShown]);
  // The loader makes it 384 px wide; on a phone, as wide as the screen.
  const phone = useMatches('not (width: 384px)');
  return <ChatPanel {...{ chat, texts, theme, open, examples, route, onClose }} modal={phone} />;
}

/** Example questions: loaded when the panel first opens, and again in another language. */
function useExamples(pass: string, lang: Lang, open: boolean): readonly string[] {
  const [loaded, setLoaded] = useState<{ lang: Lang; questions: readonly string[] } | null>(null);
  const isMissing = open && loaded?.lang !== lang;
  useEffect(() => {
    if (!isMissing) return undefined;
    let cancelled = false;
    void readExamples(pass, lang).then((questions) => cancelled || setLoaded({ lang, questions }));
    return () => {
      cancelled = true;
    };
  }, [isMissing, pass, lang]);
  return loaded?.lang === lang ? loaded.questions : [];
}

function useMatches(query: string): boolean {
  const [matches, setMatches] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const list = matchMedia(query);
    const update = () => setMatches(list.matches);
    list.addEventListener('change', update);
    return () => list.removeEventListener('change', update);
  }, [query]);
  return matches;
}
