import { Ban, FileX, UserPen } from 'lucide-react';
import { styled } from 'styled-components';
import { Banner, useDates, useText } from '#kernel/plugin-api/client.ts';
import { formatPhone, fullName } from '#kernel/domain/text/index.ts';
import type { ApplicationDetail } from '../../../contract.ts';

/** Notes about the applicant for staff: blocked, without a document, or with other data in the register. */
export function ApplicantNotes({ application }: { readonly application: ApplicationDetail }) {
  const t = useText('applications');
  const { citizen, no_document_reason: reason } = application;
  const changed = citizen?.changed ?? [];
  if (!citizen?.block && !reason && changed.length === 0) return null;
  return (
    <Notes>
      {citizen?.block ? <BlockNote block={citizen.block} /> : null}
      {reason ? (
        <Banner tone="accepted" icon={<FileX />}>
          {t('applicant.noDocument', { reason })}
        </Banner>
      ) : null}
      {changed.length > 0 ? <ChangedNote changed={changed} /> : null}
    </Notes>
  );
}

type Citizen = NonNullable<ApplicationDetail['citizen']>;

function BlockNote({ block: { reason, by, at } }: { readonly block: NonNullable<Citizen['block']> }) {
  const t = useText('applications');
  const dates = useDates();
  return (
    <Banner tone="rejected" icon={<Ban />}>
      {t('intake.blocked', {
        reason: reason ?? t('intake.noReason'),
        by: by ? fullName(by) : t('intake.unknownAdmin'),
        at: at ? dates.date(at) : '—',
      })}
    </Banner>
  );
}

function ChangedNote({ changed }: { readonly changed: Citizen['changed'] }) {
  const t = useText('applications');
  const dates = useDates();
  const shown = (field: string, now: string) => {
    if (field === 'birthday') return dates.date(now);
    return field === 'phone' && /^\d+$/.test(now) ? formatPhone(now) : now;
  };
  return (
    <Banner tone="created" icon={<UserPen />}>
      <p>{t('applicant.changed')}</p>
      <Plain>
        {t('applicant.changedText')}{' '}
        {changed
          .map(({ field, now }) => `${t(`fields.${field}`, { defaultValue: field })}: ${shown(field, now)}`)
          .join('; ')}
      </Plain>
    </Banner>
  );
}

const Notes = styled.div`
  display: grid;
  gap: 8px;
  margin-bottom: 12px;
`;

const Plain = styled.p`
  font-weight: 400;
`;
