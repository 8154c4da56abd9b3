import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { languages, type Language } from '#kernel/domain/text/languages.ts';
import { useText } from '#kernel/client/i18n/i18n.ts';
import { Tabs } from '#kernel/client/ui/layout/tabs.tsx';
import { VisuallyHidden } from '#kernel/client/ui/layout/visually-hidden.tsx';

/** The panel of a language. */
export interface LanguagePanel {
  /** The first error message in it. */
  readonly wrong: string | undefined;
  /** Whether all required fields are filled in. */
  readonly isDone: boolean;
  readonly content: ReactNode;
}

interface LanguageTabsProps {
  /** The label of the tabs, for screen readers. */
  readonly label: string;
  /** The visible language. */
  readonly shown: Language;
  readonly onShow: (language: Language) => void;
  /** The language whose tab comes first. */
  readonly first?: Language | undefined;
  readonly renderPanel: (language: Language) => LanguagePanel;
}

/** Tabs with a text for each language; a tab shows whether something in it is invalid or missing. */
export function LanguageTabs({ label, shown, onShow, first, renderPanel }: LanguageTabsProps) {
  const t = useText();
  return (
    <Tabs
      label={label}
      value={shown}
      onChange={(language) => onShow(language as Language)}
      tabs={languages
        .toSorted((a, b) => Number(b === first) - Number(a === first))
        .map((language) => {
          const { wrong, isDone, content } = renderPanel(language);
          return {
            id: language,
            keep: true,
            label: (
              <>
                {t(`language.${language}`)}
                {wrong === undefined ? (
                  <Mark data-done={isDone || undefined} aria-hidden="true" />
                ) : (
                  <Mark data-wrong="">
                    <VisuallyHidden>{wrong}</VisuallyHidden>
                  </Mark>
                )}
              </>
            ),
            content,
          };
        })}
    />
  );
}

const Mark = styled.span`
  width: 7px;
  height: 7px;
  border-radius: 50%;
  box-shadow: inset 0 0 0 1.5px var(--line-control);

  &[data-done] {
    background: var(--completed);
    box-shadow: none;
  }

  &[data-wrong] {
    background: var(--rejected);
    box-shadow: none;
  }
`;
