import { type Names } from '#kernel/contract/http/wire.ts';
import { languages } from '#kernel/domain/text/languages.ts';
import { useText } from '#kernel/client/i18n/i18n.ts';
import type { Fact } from './conflict-dialog.tsx';

/** The names of a record in every language as facts, to compare two versions. */
export function useNameFacts(title: string): (names: Names) => Fact[] {
  const t = useText();
  return (names) =>
    languages.map((language) => ({
      label: t('records.nameIn', { title, language: t(`language.${language}`) }),
      text: names[language].name,
    }));
}
