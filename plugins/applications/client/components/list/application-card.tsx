import { ChevronDown } from 'lucide-react';
import { memo, useId, useState } from 'react';
import { keyframes, styled } from 'styled-components';
import {
  Card,
  CardLink,
  DescriptionList,
  ellipsis,
  lazyComponent,
  RelativeTime,
  tabularNumbers,
  useText,
} from '#kernel/plugin-api/client.ts';
import { formatPhone, padId } from '#kernel/domain/text/index.ts';
import type { Application } from '../../../contract.ts';
import { shortName } from '../../model/names.ts';
import { ApplicationStatus, DeadlineMeter } from '../shared/application-status.tsx';
import { CardMark } from '../bulk/card-mark.tsx';
import { useNeighborhoodName } from '../shared/facts.ts';

const details = lazyComponent(async () => (await import('./card-details.tsx')).CardDetails);
const triage = lazyComponent(async () => (await import('../triage/triage.tsx')).Triage);

interface ApplicationCardProps {
  readonly application: Application;
  /** New: slides in and is highlighted. */
  readonly fresh: boolean;
  /** Whether it can be accepted and forwarded without opening it. */
  readonly withTriage: boolean;
}

/** An application in the list; a press anywhere opens it, the toggle at the bottom expands the details. */
export const ApplicationCard = memo(function ApplicationCard({
  application,
  fresh,
  withTriage,
}: ApplicationCardProps) {
  const t = useText('applications');
  const [open, setOpen] = useState(false);
  const detailsId = useId();
  const neighborhood = useNeighborhoodName(application);
  const { id, author } = application;
  const name = shortName(author) || t('number', { id: padId(id) });
  return (
    <Item data-highlight={fresh || undefined} data-open={open || undefined}>
      <Card highlighted={fresh} flush>
        <Body>
          <Head>
            <CardMark id={id} name={name} />
            <h2>
              <CardLink to={`/applications/${id}`}>{name}</CardLink>
            </h2>
            <ApplicationStatus status={application.status.status} />
            <Sub>
              {t('number', { id: padId(id) })} · <RelativeTime at={application.createdAt} />
            </Sub>
          </Head>
          <DescriptionList
            items={[
              { label: t('fields.neighborhood'), value: neighborhood },
              { label: t('fields.phone'), value: author.phone ? formatPhone(author.phone) : null },
            ]}
          />
          <DeadlineMeter application={application} />
        </Body>
        {open ? (
          <Details id={detailsId}>
            <details.Component application={application} />
          </Details>
        ) : null}
        <Footer>
          {withTriage ? (
            <triage.Component application={{ ...application, status: application.status.status }} />
          ) : null}
          <Toggle
            type="button"
            aria-expanded={open}
            aria-controls={open ? detailsId : undefined}
            aria-label={t(open ? 'list.collapseOf' : 'list.detailsOf', { id: padId(id) })}
            onClick={() => setOpen(!open)}
            onPointerEnter={details.preload}
            onFocus={details.preload}
          >
            {t(open ? 'list.collapse' : 'list.details')}
            <ChevronDown size={16} />
          </Toggle>
        </Footer>
      </Card>
    </Item>
  );
});

const slideIn = keyframes`
  from { opacity: 0; transform: translateY(-12px); }
`;

const Item = styled.li`
  min-width: 0;

  &[data-highlight] {
    animation: ${slideIn} var(--slow) var(--ease);
  }
`;

const Body = styled.div`
  display: flex;
  flex-direction: column;
  gap: 10px;
  padding: 14px 14px 8px;
`;

const Head = styled.div`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr) auto;
  align-items: start;
  column-gap: 10px;

  /* A long name wraps; the avatar and the badge stay beside its first line. */
  > :first-child {
    grid-row: span 2;
    margin-top: 2px;
  }
`;

const Sub = styled.div`
  grid-column: 2 / -1;
  color: var(--text-3);
  font-size: 13px;
  line-height: 18px;
  ${ellipsis}
  ${tabularNumbers}
`;

/* Above the link that covers the card. */
const Details = styled.div`
  position: relative;
  z-index: 1;
  padding: 0 14px 10px;
  cursor: auto;
`;

const Footer = styled.div`
  display: flex;

  &:has(> div) {
    padding: 0 6px 8px 14px;
  }
`;

const Toggle = styled.button`
  position: relative;
  z-index: 1;
  display: flex;
  flex: 1;
  align-items: center;
  justify-content: center;
  gap: 4px;
  min-height: var(--target);
  border-radius: 0 0 var(--r2) var(--r2);
  color: var(--text-3);
  font-size: 12.5px;
  transition:
    background-color var(--fast),
    color var(--fast);

  &:hover {
    background: var(--hover);
    color: var(--text);
  }

  &:focus-visible {
    outline-offset: -2px;
  }

  svg {
    transition: transform var(--fast);
  }

  &[aria-expanded='true'] svg {
    transform: rotate(180deg);
  }
`;
