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
import { DeadlineBar } from './deadline-bar.tsx';
import type { DeadlineRequest } from './deadline-dialog.tsx';
import { useApplicationDeadline } from './application-deadline.tsx';

const deadlineDialog = lazyComponent(async () => (await import('./deadline-dialog.tsx')).DeadlineDialog);

/** The deadline of an application: the first one, the current one, and its changes. */
export function DeadlineCard({ application }: { readonly application: ApplicationDetail }) {
  const t = useText('applications');
  const dates = useDates();
  const deadline = useApplicationDeadline();
  const [request, setRequest] = useState<DeadlineRequest | null>(null);
  if (!deadline?.until || !isOpen(application)) return null;
  const { study, transfer, extension } = deadline.may;
  const choices: readonly DeadlineRequest[] = [
    ...(study ? [{ kind: 'study' as const, until: study }] : []),
    ...(extension
      ? [{ kind: 'extension' as const, until: extension.until, days: extension.days, from: deadline.until }]
      : []),
    ...(transfer ? [{ kind: 'transfer' as const, until: transfer }] : []),
  ];
  const isChanged = deadline.first !== null && deadline.first !== deadline.until;
  const last = deadline.changes.at(-1);
  return (
    <Card title={t('deadlineChange.title')}>
      <DeadlineBar deadline={deadline} until={deadline.until} />
      <DescriptionList
        items={[
          {
            label: t('deadlineChange.currentDeadline'),
            value: <Digits>{dates.dateTime(deadline.until)}</Digits>,
          },
          ...(isChanged && deadline.first
            ? [
                {
                  label: t('deadlineChange.originalDeadline'),
                  value: <Digits>{dates.date(deadline.first)}</Digits>,
                },
              ]
            : []),
          ...(last
            ? [{ label: t('deadlineChange.reason'), value: t(`deadlineChange.${last.kind}.name`) }]
            : []),
        ]}
      />
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

const Digits = styled.span`
  ${tabularNumbers}
`;

const Footer = styled.div`
  margin-top: 12px;
`;
