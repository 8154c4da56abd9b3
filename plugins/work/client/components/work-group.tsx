import { useId } from 'react';
import { styled } from 'styled-components';
import {
  apiAddress,
  Button,
  Card,
  LinkButton,
  request,
  setRecordOrder,
  tabularNumbers,
  type Tone,
  toneColors,
  useText,
} from '#kernel/plugin-api/client.ts';
import { formatNumber } from '#kernel/domain/text/index.ts';
import { type Work, workSchema } from '../../contract.ts';
import { WorkRow } from './work-row.tsx';

type Group = Work['groups'][number];

interface WorkGroupProps {
  readonly group: Group;
  readonly onShowAll: () => void;
  /** The maximum number of items shown in this group; the list of applications has all. */
  readonly max: number;
}

const tones: Readonly<Record<Group['key'], Tone>> = {
  late: 'rejected',
  tasks: 'accent',
  due: 'high',
  waiting: 'accent',
  new: 'created',
  open: 'neutral',
};

/** The addresses of the application list for a whole group. */
const lists: Readonly<Partial<Record<Group['key'], string>>> = {
  late: '/applications/list?status=late',
  new: '/applications/list?status=created',
};

/** A group of the admin's work with its exact count. */
export function WorkGroup({ group: { key, count, items }, onShowAll, max }: WorkGroupProps) {
  const t = useText('work');
  const headingId = useId();
  const list = lists[key];
  return (
    <Card
      flush
      aria-labelledby={headingId}
      title={
        <span id={headingId}>
          {t(`groups.${key}.title`)} <Count $tone={tones[key]}>{formatNumber(count)}</Count>
        </span>
      }
    >
      <List onClickCapture={() => setRecordOrder('applications', idsOf(items), () => readIds(key, max))}>
        {items.map((item) => (
          <WorkRow key={item.id} item={item} group={key} />
        ))}
      </List>
      {count > items.length ? (
        <Footer>
          {items.length < max ? (
            <Button size="small" onClick={onShowAll}>
              {t('showMore', { count: Math.min(count, max) })}
            </Button>
          ) : list ? (
            <LinkButton size="small" to={list}>
              {t('showInList')}
            </LinkButton>
          ) : null}
        </Footer>
      ) : null}
    </Card>
  );
}

function idsOf(items: Group['items']): number[] {
  return items.map(({ id }) => Number(id));
}

/** Reads the current ids of a group, for admins who accept one application after the other until it is empty. */
async function readIds(key: Group['key'], max: number): Promise<readonly number[]> {
  const response = await request(apiAddress(`work?group=${key}&limit=${max}`));
  const { groups } = workSchema.parse(await response.json());
  return groups.flatMap((group) => (group.key === key ? idsOf(group.items) : []));
}

const Count = styled.span<{ $tone: Tone }>`
  display: inline-block;
  min-width: 22px;
  margin-left: 4px;
  padding: 0 7px;
  border-radius: 11px;
  color: ${({ $tone }) => toneColors[$tone].ink};
  background: ${({ $tone }) => toneColors[$tone].soft};
  font-size: 12.5px;
  line-height: 22px;
  text-align: center;
  ${tabularNumbers}
`;

const List = styled.ul`
  margin: 0;
  padding: 0;
  list-style: none;
`;

const Footer = styled.div`
  padding: 10px 16px;
  border-top: 1px solid var(--line);
`;
