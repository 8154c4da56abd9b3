import { CalendarClock } from 'lucide-react';
import { useState } from 'react';
import { styled } from 'styled-components';
import {
  Button,
  Card,
  DescriptionList,
  lazyComponent,
  Menu,
  tabularNumbers,
  useDates,
  useText,
} from '#kernel/plugin-api/client.ts';
import { isOpen } from '../../../model/deadline.ts';
import type { ApplicationDetail } from '../../../../contract.ts';
import type { ApplicationDeadline } from '../../../../contract/deadlines.ts';
import { DeadlineBar } from './deadline-bar.tsx';
import type { DeadlineRequest } from './deadline-dialog.tsx';
import { useApplicationDeadline } from './application-deadline.tsx';

const deadlineDialog = lazyComponent(async () => (await import('./deadline-dialog.tsx')).DeadlineDialog);

/** The deadline of an application: the first one, the current one, and its changes. */
export function DeadlineCard({ application }: { readonly application: ApplicationDetail }) {
  const t = useText('applications');
  const deadline = useApplicationDeadline();
  const [request, setRequest] = useState<DeadlineRequest | null>(null);
  if (!deadline?.until || !isOpen(application)) return null;
  const choices = allowedRequests(deadline.may, deadline.until);
  return (
    <Card title={t('deadlineChange.title')}>
      <DeadlineBar deadline={deadline} until={deadline.until} />
      <DeadlineFacts deadline={deadline} until={deadline.until} />
      {choices.length === 0 ? null : (
        <Footer>
          <Menu
            label={t('deadlineChange.change')}
            align="start"
            entries={choices.map((choice) => ({
              label: t(`deadlineChange.${choice.kind}.choice`),
              onSelect: () => setRequest(choice),
            }))}
            renderTrigger={(props) => (
              <Button
                {...props}
                size="small"
                icon={<CalendarClock />}
                onPointerEnter={deadlineDialog.preload}
              >
                {t('deadlineChange.change')}
              </Button>
            )}
          />
        </Footer>
      )}
      {request ? (
        <deadlineDialog.Component
          applicationId={Number(application.id)}
          request={request}
          onClose={() => setRequest(null)}
        />
      ) : null}
    </Card>
  );
}

/** The changes of the deadline that the user may request. */
function allowedRequests(
  { study, transfer, extension }: ApplicationDeadline['may'],
  until: string,
): readonly DeadlineRequest[] {
  return [
    ...(study ? [{ kind: 'study' as const, until: study }] : []),
    ...(extension
      ? [{ kind: 'extension' as const, until: extension.until, days: extension.days, from: until }]
      : []),
    ...(transfer ? [{ kind: 'transfer' as const, until: transfer }] : []),
  ];
}

interface DeadlineFactsProps {
  readonly deadline: ApplicationDeadline;
  readonly until: string;
}

/** The current deadline; after a change also the first one and the reason. */
function DeadlineFacts({ deadline: { first, changes }, until }: DeadlineFactsProps) {
  const t = useText('applications');
  const dates = useDates();
  const last = changes.at(-1);
  return (
    <DescriptionList
      items={[
        {
          label: t('deadlineChange.currentDeadline'),
          value: <Digits>{dates.dateTime(until)}</Digits>,
        },
        ...(first !== null && first !== until
          ? [
              {
                label: t('deadlineChange.originalDeadline'),
                value: <Digits>{dates.date(first)}</Digits>,
              },
            ]
          : []),
        ...(last
          ? [{ label: t('deadlineChange.reason'), value: t(`deadlineChange.${last.kind}.name`) }]
          : []),
      ]}
    />
  );
}

const Digits = styled.span`
  ${tabularNumbers}
`;

const Footer = styled.div`
  margin-top: 12px;
`;
