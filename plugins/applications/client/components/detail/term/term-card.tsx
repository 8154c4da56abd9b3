import { CalendarClock } from 'lucide-react';
import { useState } from 'react';
import { styled } from 'styled-components';
import {
  Button,
  Card,
  DescriptionList,
  lazyComponent,
  Menu,
  ProgressBar,
  tabularNumbers,
  useDates,
  useNow,
  useText,
} from '#kernel/plugin-api/client.ts';
import type { Term } from '../../../../contract/terms.ts';
import { isOpen, shareOf } from '../../../model/deadline.ts';
import type { ApplicationDetail } from '../../../../contract.ts';
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
      <Bar term={term} until={term.until} />
      <DescriptionList
        items={[
          { label: t('term.until'), value: <Digits>{dates.dateTime(term.until)}</Digits> },
          ...(isChanged && term.first
            ? [{ label: t('term.first'), value: <Digits>{dates.date(term.first)}</Digits> }]
            : []),
          ...(last ? [{ label: t('term.why'), value: t(`term.${last.kind}.name`) }] : []),
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

/** How much of the term has gone, with a mark where the first deadline was. */
function Bar({ term, until }: { readonly term: Term; readonly until: string }) {
  const t = useText('applications');
  const dates = useDates();
  const now = useNow();
  const end = Date.parse(until);
  const gone = shareOf(term.since, end, now);
  const first = Date.parse(term.first ?? until);
  // A term that became shorter is not drawn beyond its end.
  const mark = first < end ? shareOf(term.since, end, first) : null;
  const text = t(mark === null ? 'term.bar' : 'term.barWithFirst', {
    percent: Math.round(gone),
    until: dates.date(until),
    first: dates.date(term.first ?? until),
  });
  return (
    <Track>
      <ProgressBar
        value={gone}
        tone={now >= end ? 'bad' : undefined}
        label={t('deadline.bar')}
        valueText={text}
      />
      {mark === null ? null : <Mark style={{ left: `${mark}%` }} />}
    </Track>
  );
}

const Track = styled.div`
  position: relative;
  margin: 4px 0 12px;
`;

const Mark = styled.div`
  position: absolute;
  top: -4px;
  width: 2px;
  height: 14px;
  margin-left: -1px;
  border-radius: 1px;
  background: var(--text-1);
`;

const Digits = styled.span`
  ${tabularNumbers}
`;

const Foot = styled.div`
  margin-top: 12px;
`;
