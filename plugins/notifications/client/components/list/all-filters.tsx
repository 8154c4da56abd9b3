import { styled } from 'styled-components';
import {
  ActiveFilters,
  Button,
  DateField,
  FilterChip,
  type ListQuery,
  media,
  SearchInput,
  Select,
  Toolbar,
  ToolbarItem,
  useDebouncedText,
  useRegistry,
  useText,
  useTextOf,
} from '#kernel/plugin-api/client.ts';
import { periods, type Filter } from './query.ts';

/** The select's value for no filter, since a select has no empty one. */
const any = 'any';

interface AllFiltersProps {
  readonly list: ListQuery<Filter>;
  /** The total number of unread notifications. */
  readonly unread: number | null;
}

/** The filters of the page of all notifications. */
export function AllFilters({ list, unread }: AllFiltersProps) {
  const t = useText('notifications');
  const [typed, setTyped, forget] = useDebouncedText(list.search, list.setSearch);
  const { is_read: isRead, period } = list.filters;
  return (
    <>
      <Toolbar label={t('all.tools')}>
        <ToolbarItem $width={260}>
          <SearchInput
            label={t('all.searchLabel')}
            placeholder={t('all.searchLabel')}
            value={typed}
            onChange={setTyped}
          />
        </ToolbarItem>
        <ToolbarItem $width={190}>
          <TypeSelect list={list} />
        </ToolbarItem>
        <ToolbarItem $width={190}>
          <Select
            aria-label={t('all.period')}
            options={[any, ...periods].map((value) => ({ value, label: t(`all.periods.${value}`) }))}
            value={period === '' ? any : period}
            onChange={(value) =>
              list.setFilters({ period: value === any ? null : value, date_from: null, date_to: null })
            }
          />
        </ToolbarItem>
        {period === 'custom' ? <Days list={list} /> : null}
      </Toolbar>
      <ActiveFilters as="fieldset" aria-label={t('all.state')}>
        <FilterChip
          label={t('all.any')}
          selected={isRead === ''}
          onSelect={() => list.setFilter('is_read', null)}
        />
        <FilterChip
          label={t('all.unread')}
          count={unread ?? undefined}
          selected={isRead === 'false'}
          onSelect={() => list.setFilter('is_read', isRead === 'false' ? null : 'false')}
        />
        {list.narrowed ? (
          <Button
            variant="ghost"
            size="small"
            onClick={() => {
              forget();
              list.clear();
            }}
          >
            {t('all.clear')}
          </Button>
        ) : null}
      </ActiveFilters>
    </>
  );
}

/** The types of notifications, which the plugins name. */
function TypeSelect({ list }: Pick<AllFiltersProps, 'list'>) {
  const t = useText('notifications');
  const { notices } = useRegistry();
  const name = useTextOf(['notifications', ...new Set(notices.map(({ plugin }) => plugin))]);
  const { type } = list.filters;
  return (
    <Select
      aria-label={t('all.type')}
      options={[
        { value: any, label: t('all.anyType') },
        ...notices.map((notice) => ({
          value: notice.type,
          label: name(`${notice.plugin}:notices.${notice.type}.name`, { defaultValue: notice.type }),
        })),
      ]}
      value={type === '' ? any : type}
      onChange={(value) => list.setFilter('type', value === any ? null : value)}
    />
  );
}

function Days({ list }: Pick<AllFiltersProps, 'list'>) {
  const t = useText('notifications');
  const { date_from: from, date_to: to } = list.filters;
  return (
    <>
      <Day $width={236}>
        <span aria-hidden="true">{t('all.from')}</span>
        <DateField
          aria-label={t('all.from')}
          value={from}
          max={to || undefined}
          onChange={(day) => list.setFilter('date_from', day)}
        />
      </Day>
      <Day $width={236}>
        <span aria-hidden="true">{t('all.to')}</span>
        <DateField
          aria-label={t('all.to')}
          value={to}
          min={from || undefined}
          onChange={(day) => list.setFilter('date_to', day)}
        />
      </Day>
    </>
  );
}

/** A date with its label beside it, since a toolbar has no space above. */
const Day = styled(ToolbarItem)`
  display: flex;
  align-items: center;
  gap: var(--s2);

  > span {
    flex: none;
    color: var(--text-2);
    font-size: 13px;
  }

  > fieldset {
    flex: 1;
  }

  /* Aligns the fields when they are below each other. */
  ${media.phone} {
    > span {
      min-width: 72px;
    }
  }
`;
