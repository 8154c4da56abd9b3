import { Ban, CircleCheck, CircleHelp, FileClock, HandHeart, House } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import { Button, type Tone, toneColors, useDates, useName, useText } from '#kernel/plugin-api/client.ts';
import { fullName, padId } from '#kernel/domain/text/index.ts';
import type { Intake } from '../../../contract.ts';
import { shortName } from '../../model/names.ts';
import type { IntakeCheck } from './use-intake-check.ts';

interface Finding {
  readonly key: string;
  readonly tone: Tone;
  readonly icon: ReactNode;
  readonly text: ReactNode;
}

/** The records about the person with the entered JSHSHIR, one line each; announced when they arrive. */
export function IntakeFindings({ check }: { readonly check: IntakeCheck }) {
  const t = useText('applications');
  const { isEnabled, found, error, retry } = check;
  const findings = useFindings(found);
  return (
    <Container aria-live="polite">
      {!isEnabled ? null : found ? (
        <>
          <Title>{t('intake.title')}</Title>
          <List>
            {findings.map(({ key, tone, icon, text }) => (
              <Line key={key} $tone={tone}>
                {icon}
                <span>{text}</span>
              </Line>
            ))}
          </List>
        </>
      ) : error ? (
        <Line as="p" $tone="accepted">
          <CircleHelp />
          <span>{t('intake.failed')}</span>
          <Button size="small" onClick={retry}>
            {t('intake.retry')}
          </Button>
        </Line>
      ) : (
        <Waiting>{t('intake.checking')}</Waiting>
      )}
    </Container>
  );
}

function useFindings(found: Intake | undefined): readonly Finding[] {
  const blocked = useBlocked();
  const applications = useApplications();
  const households = useHouseholds();
  const t = useText('applications');
  if (!found) return [];
  const known = [...blocked(found), ...applications(found), ...households(found)];
  if (found.needs_reason) return known;
  const clear = { key: 'clear', tone: 'completed', icon: <CircleCheck />, text: t('intake.clear') } as const;
  return [clear, ...known];
}

function useBlocked(): (found: Intake) => readonly Finding[] {
  const t = useText('applications');
  const dates = useDates();
  return ({ citizen }) => {
    if (!citizen?.block) return [];
    const { reason, by, at } = citizen.block;
    const text = t('intake.blocked', {
      reason: reason ?? t('intake.noReason'),
      by: by ? fullName(by) : t('intake.unknownAdmin'),
      at: at ? dates.date(at) : '—',
    });
    return [{ key: 'blocked', tone: 'rejected', icon: <Ban />, text }];
  };
}

/** Applications that are open or led to help, each linked to its page, beside the form. */
function useApplications(): (found: Intake) => readonly Finding[] {
  const t = useText('applications');
  const dates = useDates();
  const link = (id: number, text: string) => (
    <Link to={`/applications/${id}`} target="_blank">
      {text}
    </Link>
  );
  return ({ open, helped }) => [
    ...open.items.map(({ id, own, receiver, createdAt }): Finding => {
      const params = {
        id: padId(id),
        receiver: receiver ? shortName(receiver) : t('intake.noReceiver'),
        since: dates.date(createdAt),
      };
      const text = link(id, t(own ? 'intake.open' : 'intake.openInHousehold', params));
      return { key: `open ${id}`, tone: 'accepted', icon: <FileClock />, text };
    }),
    ...elsewhere('open', open.elsewhere, <FileClock />, t('intake.openElsewhere', { count: open.elsewhere })),
    ...helped.items.map(({ id, own, statusAt }): Finding => {
      const params = { id: padId(id), at: dates.date(statusAt) };
      const text = link(id, t(own ? 'intake.helped' : 'intake.helpedInHousehold', params));
      return { key: `helped ${id}`, tone: 'accepted', icon: <HandHeart />, text };
    }),
    ...elsewhere(
      'helped',
      helped.elsewhere,
      <HandHeart />,
      t('intake.helpedElsewhere', { count: helped.elsewhere }),
    ),
  ];
}

function useHouseholds(): (found: Intake) => readonly Finding[] {
  const t = useText('applications');
  const nameOf = useName();
  return ({ households }) => {
    const count = households.items.length + households.elsewhere;
    const two: readonly Finding[] =
      count > 1
        ? [{ key: 'two', tone: 'accepted', icon: <House />, text: t('intake.severalHouseholds', { count }) }]
        : [];
    return [
      ...two,
      ...households.items.map(({ id, address, category, directions }): Finding => {
        const words = [
          t('intake.household', { address, category: nameOf(category) }),
          directions.length > 0 &&
            t('intake.directions', {
              directions: directions.map((one) => `${nameOf(one)} (${one.quantity})`).join(', '),
            }),
        ];
        return {
          key: `household ${id}`,
          tone: 'canceled',
          icon: <House />,
          text: words.filter(Boolean).join(' · '),
        };
      }),
      ...elsewhere(
        'household',
        households.elsewhere,
        <House />,
        t('intake.householdElsewhere', { count: households.elsewhere }),
        'canceled',
      ),
    ];
  };
}

/** Returns the finding for records outside the area: only a count. */
function elsewhere(
  kind: string,
  count: number,
  icon: ReactNode,
  text: string,
  tone: Tone = 'accepted',
): readonly Finding[] {
  return count === 0 ? [] : [{ key: `${kind} elsewhere`, tone, icon, text }];
}

const Container = styled.div`
  &:not(:empty) {
    margin-top: 10px;
  }
`;

const Title = styled.h3`
  margin: 0 0 6px;
  font-size: 13px;
  font-weight: 600;
`;

const List = styled.ul`
  display: grid;
  gap: 4px;
`;

const Line = styled.li<{ $tone: Tone }>`
  display: flex;
  align-items: center;
  gap: 8px;
  min-height: 32px;
  padding: 5px 10px;
  border-radius: var(--r1);
  background: ${({ $tone }) => toneColors[$tone].soft};
  color: ${({ $tone }) => toneColors[$tone].ink};
  font-size: 13px;
  line-height: 20px;
  overflow-wrap: anywhere;

  > svg {
    flex: none;
    width: 16px;
    height: 16px;
  }

  > span {
    flex: 1;
    min-width: 0;
  }

  a {
    color: inherit;
    text-decoration: underline;
    text-underline-offset: 2px;
  }
`;

const Waiting = styled.p`
  color: var(--text-2);
  font-size: 13px;
`;
