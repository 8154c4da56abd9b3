import { styled } from 'styled-components';
import type { HistoryItem, HistoryValue } from '#kernel/records/contract/history.ts';
import { formatNumber, formatPhone } from '#kernel/domain/text/index.ts';
import { useText } from '#kernel/client/i18n/i18n.ts';
import { useDates } from '#kernel/client/dates/use-dates.tsx';
import { colorCell } from '../list/color-cell.tsx';

/** The old or new value of a field, formatted as in the form. */
export function HistoryValueText({ value }: { readonly value: HistoryValue | null }) {
  const t = useText();
  const dates = useDates();
  if (value === null) return <Quiet>{t('history.nothing')}</Quiet>;
  const { text, written, jshshir, passport, birthday, phone, number, flag, color, missing, items } = value;
  if (missing) return <Quiet>{t('history.missingReference')}</Quiet>;
  if (color !== undefined) return colorCell(color);
  if (flag !== undefined) return t(flag ? 'history.yes' : 'history.no');
  if (number !== undefined) return formatNumber(number);
  if (phone !== undefined) return formatPhone(phone);
  if (birthday !== undefined) return dates.date(birthday);
  if (items) return items.length === 0 ? null : <Items items={items} />;
  return text ?? written ?? jshshir ?? passport ?? '';
}

function Items({ items }: { readonly items: readonly HistoryItem[] }) {
  return (
    <List>
      {items.map((item, index) => (
        // Items have no id, and the list is always rendered as a whole.
        <li key={index}>
          {[item.text, item.jshshir, item.number === undefined ? undefined : formatNumber(item.number)]
            .filter((part) => part !== undefined)
            .join(' · ')}
        </li>
      ))}
    </List>
  );
}

const Quiet = styled.span`
  color: var(--text-2);
  font-style: italic;
`;

const List = styled.ul`
  margin: 0;
  padding: 0;
  list-style: none;
`;
