import { useEffect, useState } from 'react';
import { send } from '#kernel/plugin-api/client.ts';
import type { Suggestions } from '../../contract.ts';

/** First questions in the current language; none when the request fails. */
export function useExamples(language: string, enabled: boolean): readonly string[] {
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
