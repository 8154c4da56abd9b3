import { styled } from 'styled-components';
import {
  DescriptionList,
  useDates,
  useDeployment,
  useName,
  useNow,
  useText,
} from '#kernel/plugin-api/client.ts';
import { fullName, padId } from '#kernel/domain/text/index.ts';
import type { Action, ApplicationDetail } from '../../../contract.ts';
import { shortName } from '../../model/names.ts';
import { useEmployment, useNeighborhoodName } from '../shared/facts.ts';
import { usePersonFacts } from '../shared/person-facts.tsx';
import { useChangeLines } from '../shared/use-change-lines.ts';

/** An application on paper: the applicant, the request, its status, and its timeline. */
export function PrintSheet({ application }: { readonly application: ApplicationDetail }) {
  const t = useText('applications');
  const dates = useDates();
  const now = useNow();
  const { name: product } = useDeployment();
  const neighborhood = useNeighborhoodName(application);
  const employment = useEmployment(application);
  const person = usePersonFacts(application, 'clear');
  const { author, receiver, status, cancel_time: deadline } = application;
  return (
    <Sheet>
      <Head>
        <span>{product}</span>
        <span>{t('print.printed', { moment: dates.dateTime(new Date(now).toISOString()) })}</span>
      </Head>
      <h1>{t('print.title', { id: padId(application.id) })}</h1>
      <Lead>{fullName(author)}</Lead>
      <Block>
        <DescriptionList
          layout="above"
          columns={3}
          items={[
            { label: t('fields.status'), value: t(`status.${status.status}`) },
            { label: t('fields.created'), value: dates.dateTime(application.createdAt) },
            { label: t('fields.deadline'), value: deadline ? dates.dateTime(deadline) : t('deadline.none') },
            { label: t('fields.neighborhood'), value: neighborhood },
            { label: t('fields.receiver'), value: receiver ? shortName(receiver) : t('detail.noReceiver') },
            { label: t('fields.note'), value: status.note },
          ]}
        />
      </Block>
      <Block>
        <h2>{t('detail.author')}</h2>
        <DescriptionList
          layout="above"
          columns={3}
          items={[
            ...person,
            { label: t('fields.employment'), value: employment.status },
            { label: employment.salaryLabel, value: employment.salary },
          ]}
        />
      </Block>
      <Block>
        <h2>{t('detail.request')}</h2>
        <Words>{application.planned_assistance}</Words>
        {application.files?.length ? (
          <Files>
            {t('print.attached', { names: application.files.map(({ name }) => name).join(', ') })}
          </Files>
        ) : null}
      </Block>
      <Block>
        <h2>{t('print.timeline')}</h2>
        <PrintedSteps actions={application.actions} />
      </Block>
    </Sheet>
  );
}

/** The timeline on paper: when, who, what. */
export function PrintedSteps({ actions }: { readonly actions: readonly Action[] }) {
  const t = useText('applications');
  const dates = useDates();
  const nameOf = useName();
  return (
    <List>
      {actions.map((action) => (
        <li key={action.id}>
          <When>{dates.dateTime(action.createdAt)}</When>
          <div>
            <Who>
              <b>{action.sender ? shortName(action.sender) : t('timeline.unknownSender')}</b>
              {action.sender ? `, ${nameOf(action.sender.role)}` : null}
            </Who>
            <StepWords action={action} />
            {action.files?.length ? (
              <StepFiles>
                {t('print.attached', { names: action.files.map(({ name }) => name).join(', ') })}
              </StepFiles>
            ) : null}
          </div>
        </li>
      ))}
    </List>
  );
}

function StepWords({ action }: { readonly action: Action }) {
  const t = useText('applications');
  const nameOf = useName();
  const linesOf = useChangeLines();
  // An older server may omit a payload, or send a kind that we do not know.
  if (action.action_type === 'status' && action.status) {
    const status = t(`status.${action.status.status}`);
    return <StepText>{action.status.note ? `${status}: ${action.status.note}` : status}</StepText>;
  }
  if (action.action_type === 'message' && action.message)
    return <StepText>{action.message.message}</StepText>;
  if (action.action_type === 'forward' && action.forward) {
    const { message, receiver } = action.forward;
    const to = receiver && {
      name: shortName(receiver) || nameOf(receiver),
      role: nameOf(receiver.role),
    };
    return (
      <>
        <StepText>
          {t('timeline.forwarded')}
          {to ? `. ${t(to.role ? 'timeline.receiverWithRole' : 'timeline.receiver', to)}` : null}
        </StepText>
        <StepText>{message}</StepText>
      </>
    );
  }
  if (action.action_type === 'change' && action.change) {
    return (
      <>
        <StepText>{t(`changes.${action.change.kind}`)}</StepText>
        {linesOf(action.change).map((line) => (
          <StepText key={line}>{line}</StepText>
        ))}
        <StepText>{action.change.reason}</StepText>
      </>
    );
  }
  return <StepText>{t('timeline.unknown')}</StepText>;
}

const Sheet = styled.div`
  display: none;

  @media print {
    display: block;
  }

  h1 {
    font-size: 17pt;
    line-height: 1.3;
  }

  h2 {
    margin-bottom: 6px;
    break-after: avoid;
  }
`;

const Head = styled.div`
  display: flex;
  justify-content: space-between;
  margin-bottom: 14px;
  padding-bottom: 6px;
  border-bottom: 1px solid #000;
  font-size: 9pt;
`;

const Lead = styled.p`
  margin-bottom: 12px;
  font-size: 13pt;
`;

const Block = styled.section`
  margin-bottom: 16px;
`;

const Words = styled.p`
  white-space: pre-wrap;
  overflow-wrap: anywhere;
`;

const Files = styled.p`
  margin-top: 4px;
  font-size: 9.5pt;
`;

const List = styled.ol`
  > li {
    display: grid;
    grid-template-columns: 38mm 1fr;
    align-items: baseline;
    gap: 0 10px;
    padding: 6px 0;
    border-top: 1px solid var(--line);
    break-inside: avoid;
  }
`;

const When = styled.span`
  font-size: 10pt;
  white-space: nowrap;
  font-variant-numeric: tabular-nums;
`;

const Who = styled.p`
  font-size: 10pt;
`;

const StepText = styled.p`
  white-space: pre-wrap;
  overflow-wrap: anywhere;

  &:empty {
    display: none;
  }
`;

const StepFiles = styled.p`
  margin-top: 2px;
  font-size: 9.5pt;
`;
