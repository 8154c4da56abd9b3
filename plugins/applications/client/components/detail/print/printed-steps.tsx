import { styled } from 'styled-components';
import { useDates, useName, useText } from '#kernel/client/index.ts';
import type { Action } from '../../../../contract.ts';
import { shortName } from '../../../model/names.ts';

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
              <Files>{t('print.attached', { names: action.files.map(({ name }) => name).join(', ') })}</Files>
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
  // An older server may leave a payload out, or send a kind that we do not know.
  if (action.action_type === 'status' && action.status) {
    const status = t(`status.${action.status.status}`);
    return <Words>{action.status.note ? `${status}: ${action.status.note}` : status}</Words>;
  }
  if (action.action_type === 'message' && action.message) return <Words>{action.message.message}</Words>;
  if (action.action_type === 'forward' && action.forward) {
    const { message, receiver } = action.forward;
    const to = receiver && {
      name: shortName(receiver) || nameOf(receiver),
      role: nameOf(receiver.role),
    };
    return (
      <>
        <Words>
          {t('timeline.forwarded')}
          {to ? `. ${t(to.role ? 'timeline.receiverWithRole' : 'timeline.receiver', to)}` : null}
        </Words>
        <Words>{message}</Words>
      </>
    );
  }
  return <Words>{t('timeline.unknown')}</Words>;
}

const List = styled.ol`
  margin: 0;
  padding: 0;
  list-style: none;

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

const Words = styled.p`
  white-space: pre-wrap;
  overflow-wrap: anywhere;

  &:empty {
    display: none;
  }
`;

const Files = styled.p`
  margin-top: 2px;
  font-size: 9.5pt;
`;
