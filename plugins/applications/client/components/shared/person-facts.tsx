import {
  type DescriptionItem,
  media,
  tabularNumbers,
  useDates,
  useName,
  useText,
} from '#kernel/plugin-api/client.ts';
import { formatPhone, maskJshshir, maskPassport } from '#kernel/domain/text/index.ts';
import type { Application } from '../../../contract.ts';
import { useState } from 'react';
import { styled } from 'styled-components';

/** How an applicant's papers are shown: masked with a way to see them, or in the clear, as on a printed sheet. */
export type Papers = 'masked' | 'clear';

/** The passport of an applicant, masked until it is asked for. */
export function usePassport(author: Application['author'], papers: Papers = 'masked') {
  const t = useText('applications');
  const series = author.passport_series ?? '';
  const number = author.passport_number ?? '';
  const value = `${series} ${number}`.trim();
  if (value === '' || papers === 'clear') return value;
  return <SecretValue field={t('fields.passport')} masked={maskPassport(series, number)} value={value} />;
}

/** What is known of an applicant beside the name, ready for a description list. */
export function usePersonFacts(author: Application['author'], papers: Papers = 'masked'): DescriptionItem[] {
  const t = useText('applications');
  const dates = useDates();
  const nameOf = useName();
  const passport = usePassport(author, papers);
  const number = author.personal_number ?? '';
  const neighborhood = nameOf(author.neighborhood);
  return [
    { label: t('fields.birthday'), value: author.birthday ? dates.date(author.birthday) : null },
    { label: t('fields.phone'), value: author.phone ? formatPhone(author.phone) : null },
    { label: t('fields.passport'), value: passport },
    {
      label: t('fields.personal_number'),
      value:
        number === '' || papers === 'clear' ? (
          number
        ) : (
          <SecretValue field={t('fields.personal_number')} masked={maskJshshir(number)} value={number} />
        ),
    },
    {
      label: t('detail.ofNeighborhood'),
      value: neighborhood === '' ? null : t('neighborhood', { name: neighborhood }),
    },
    { label: t('fields.address'), value: author.address },
  ];
}

/** A number that not everybody who passes by should read: masked until it is asked for. */
export function SecretValue({
  field,
  masked,
  value,
}: {
  /** What it is; read aloud with the button. */
  readonly field: string;
  readonly masked: string;
  readonly value: string;
}) {
  const t = useText('applications');
  const [shown, setShown] = useState(false);
  return (
    <Line>
      {shown ? value : masked}{' '}
      <Toggle
        type="button"
        aria-pressed={shown}
        aria-label={t(shown ? 'hideOf' : 'showOf', { field })}
        onClick={() => setShown(!shown)}
      >
        {t(shown ? 'hide' : 'show')}
      </Toggle>
    </Line>
  );
}

const Line = styled.span`
  ${tabularNumbers}
`;

const Toggle = styled.button`
  position: relative;
  /* In a line of its own it begins where the value does. */
  margin: 0 -2px;
  padding: 0 2px;
  border-radius: 4px;
  color: var(--accent-strong);
  font-size: inherit;
  line-height: inherit;

  /* The words are small; the target is not. */
  &::after {
    content: '';
    position: absolute;
    inset: -8px -6px;

    ${media.phone} {
      inset: -12px -6px;
    }
  }

  &:hover {
    text-decoration: underline;
  }

  @media print {
    display: none;
  }
`;
