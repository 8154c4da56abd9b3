import { styled } from 'styled-components';
import { SlotView, useDates, useText } from '#kernel/client/index.ts';
import { Card, DescriptionList, tabularNumbers } from '#kernel/client/ui/index.ts';
import { formatPhone, padId } from '#kernel/domain/text/index.ts';
import { applicationAside, type ApplicationDetail } from '../../../contract.ts';
import { shortName } from '../../model/names.ts';
import { usePassport } from '../shared/person-facts.tsx';
import { PersonalNote } from './personal-note.tsx';

/** The right column: the main facts, what other plugins add, a note of one's own. */
export function DetailAside({ application }: { readonly application: ApplicationDetail }) {
  const t = useText('applications');
  const dates = useDates();
  const passport = usePassport(application.author);
  const { receiver, author } = application;
  return (
    <Column aria-label={t('detail.quick')}>
      <Card title={t('detail.quick')}>
        <DescriptionList
          items={[
            { label: t('fields.number'), value: <Digits>{padId(application.id)}</Digits> },
            { label: t('fields.created'), value: <Digits>{dates.date(application.createdAt)}</Digits> },
            {
              label: t('fields.receiver'),
              value: receiver ? shortName(receiver) : <Nobody>{t('detail.noReceiver')}</Nobody>,
            },
            { label: t('fields.passport'), value: passport },
            {
              label: t('fields.phone'),
              value: author.phone ? <a href={`tel:+${author.phone}`}>{formatPhone(author.phone)}</a> : null,
            },
          ]}
        />
      </Card>
      <SlotView slot={applicationAside} application={application} />
      <PersonalNote applicationId={application.id} />
    </Column>
  );
}

const Column = styled.aside`
  display: flex;
  flex-direction: column;
  gap: 12px;
  min-width: 0;
`;

const Digits = styled.span`
  ${tabularNumbers}
`;

const Nobody = styled.span`
  color: var(--text-2);
`;
