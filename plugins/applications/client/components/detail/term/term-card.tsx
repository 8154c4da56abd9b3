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
import { TermBar } from './term-bar.tsx';
import type { TermRequest } from './term-dialog.tsx';
import { useTerm } from './use-term.ts';

const termDialog = lazyComponent(async () => (await import('./term-dialog.tsx')).TermDialog);

/** The term of an application: the first deadline, the present one, and what changes it. */
export function TermCard({ application }: { readonly application: ApplicationDetail }) {
  const t = useText('applications');
  const dates = useDates();
  const term = useTerm(application.id);
  const [request, setRequest] = useState<TermRequest | null>(null);
  if (!term?.until || !isOpen(application)) return null;
  const { study, transfer, extension } = term.may;
  const choices: readonly TermRequest[] = [
    ...(study ? [{ kind: 'study' as const, until: study }] : []),
    ...(extension
      ? [{ kind: 'extension' as const, until: extension.until, days: extension.days, from: term.until }]
      : []),
    ...(transfer ? [{ kind: 'transfer' as const, until: transfer }] : []),
  ];
  const isChanged = term.first !== null && term.first !== term.until;
  const last = term.changes.at(-1);
  return (
    <Card title={t('term.title')}>
      <TermBar term={term} until={term.until} />
      <DescriptionList
        items={[
          { label: t('term.currentDeadline'), value: <Digits>{dates.dateTime(term.until)}</Digits> },
          ...(isChanged && term.first
            ? [{ label: t('term.originalDeadline'), value: <Digits>{dates.date(term.first)}</Digits> }]
            : []),
          ...(last ? [{ label: t('term.reason'), value: t(`term.${last.kind}.name`) }] : []),
        ]}
      />
      {choices.length === 0 ? null : (
        <Foot>
          <Menu
            label={t('term.change')}
            align="start"
            entries={choices.map((choice) => ({
              label: t(`term.${choice.kind}.choice`),
              onSelect: () => setRequest(choice),
            }))}
            renderTrigger={(props) => (
              <Button {...props} size="small" icon={<CalendarClock />} onPointerEnter={termDialog.preload}>
                {t('term.change')}
              </Button>
            )}
          />
        </Foot>
      )}
      {request ? (
        <termDialog.Component
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

const Foot = styled.div`
  margin-top: 12px;
`;
