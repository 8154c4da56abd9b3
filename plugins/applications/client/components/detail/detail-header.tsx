import { Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import {
  Avatar,
  IconButton,
  lazyComponent,
  media,
  PageHeader,
  StatusBadge,
  tabularNumbers,
  useCapabilities,
  useDates,
  useIsPhone,
  useText,
} from '#kernel/plugin-api/client.ts';
import { fullName, padId } from '#kernel/domain/text/index.ts';
import type { ApplicationDetail, Status } from '../../../contract.ts';
import { shortName } from '../../model/names.ts';
import { ApplicationStatus, DeadlineMeter } from '../shared/application-status.tsx';
import { useNeighborhoodName } from '../shared/facts.ts';
import { lastList } from '../../data/pending-store.ts';
import { StatusControl } from './status-control.tsx';

const presence = lazyComponent(async () => (await import('../presence/presence-note.tsx')).PresenceNote);

interface DetailHeaderProps {
  readonly application: ApplicationDetail;
  readonly accepting: boolean;
  readonly onAccept: () => void;
  readonly onPick: (status: Status) => void;
  readonly onPrint: () => void;
  /** Further actions, beside the print button. */
  readonly more: ReactNode;
}

/** The applicant, the time left, and the status of an application. */
export function DetailHeader({ application, accepting, onAccept, onPick, onPrint, more }: DetailHeaderProps) {
  const t = useText('applications');
  const dates = useDates();
  const isPhone = useIsPhone();
  const neighborhood = useNeighborhoodName(application);
  const isShared = useCapabilities('applications').includes('applications.presence');
  const number = t('number', { id: padId(application.id) });
  return (
    <PageHeader
      back={{ to: lastList.address, label: t('detail.back') }}
      leading={<Avatar name={shortName(application.author) || number} size={44} tone="accent" />}
      title={fullName(application.author) || number}
      note={
        <>
          <StatusBadge tone="high">{t('priority')}</StatusBadge>
          {isShared ? <presence.Component applicationId={Number(application.id)} /> : null}
        </>
      }
      subtitle={
        <Facts>
          {[number, neighborhood, dates.dateTime(application.createdAt)].filter(Boolean).map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </Facts>
      }
      actions={
        <>
          <Meter>
            <DeadlineMeter application={application} />
          </Meter>
          {isPhone ? (
            // On a phone the actions are in the bar at the bottom (`application-bar.tsx`).
            <Center>
              <ApplicationStatus status={application.status.status} />
            </Center>
          ) : (
            <StatusControl
              status={application.status.status}
              accepting={accepting}
              onAccept={onAccept}
              onPick={onPick}
            />
          )}
          <IconButton variant="default" label={t('detail.print')} icon={<Printer />} onClick={onPrint} />
          {more}
        </>
      }
    />
  );
}

const Facts = styled.span`
  display: flex;
  flex-wrap: wrap;
  ${tabularNumbers}

  /* Clips the dot before the first item of each line. */
  margin-left: -14px;
  clip-path: inset(0 0 0 14px);

  > span {
    position: relative;
    padding-left: 14px;
  }

  > span::before {
    content: '·';
    position: absolute;
    left: 5px;
  }
`;

const Center = styled.span`
  align-self: center;
`;

const Meter = styled.div`
  align-self: center;
  width: clamp(160px, 14vw, 200px);
  margin-right: 6px;

  ${media.phone} {
    width: 100%;
    margin: 0;
  }
`;
