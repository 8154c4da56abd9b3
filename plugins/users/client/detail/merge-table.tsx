import { useId } from 'react';
import { styled } from 'styled-components';
import { ComparisonTable, media, useDates, useText } from '#kernel/plugin-api/client.ts';
import { fullName } from '#kernel/domain/text/index.ts';
import { personFields, type MergePreview, type PersonField } from '../../contract.ts';
import { shownValue } from '../shared/shown-value.ts';

interface MergeTableProps {
  readonly preview: MergePreview;
  /** The fields whose value is taken from the second. */
  readonly take: readonly PersonField[];
  readonly disabled: boolean;
  readonly onChoose: (field: PersonField, fromOther: boolean) => void;
}

/** The fields of two citizens side by side, with a choice where they differ. */
export function MergeTable({ preview: { remaining, merged }, take, disabled, onChoose }: MergeTableProps) {
  const t = useText('users');
  return (
    <Table>
      <thead>
        <tr>
          <th scope="col">{t('merge.field')}</th>
          <th scope="col">{t('merge.remaining', { name: fullName(remaining) })}</th>
          <th scope="col">{t('merge.other', { name: fullName(merged) })}</th>
        </tr>
      </thead>
      <tbody>
        {personFields.map((field) => (
          <tr key={field}>
            <th scope="row">{t(`fields.${field}`)}</th>
            {remaining[field] === merged[field] ? (
              <td colSpan={2}>
                <Value field={field} value={remaining[field]} />
              </td>
            ) : (
              <Choice
                field={field}
                values={[remaining[field], merged[field]]}
                fromOther={take.includes(field)}
                disabled={disabled}
                onChoose={(fromOther) => onChoose(field, fromOther)}
              />
            )}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

interface ChoiceProps {
  readonly field: PersonField;
  readonly values: readonly [string | null, string | null];
  readonly fromOther: boolean;
  readonly disabled: boolean;
  readonly onChoose: (fromOther: boolean) => void;
}

function Choice({ field, values, fromOther, disabled, onChoose }: ChoiceProps) {
  const t = useText('users');
  const name = useId();
  return values.map((value, index) => {
    const isOther = index === 1;
    return (
      <td key={String(isOther)} data-chosen={fromOther === isOther || undefined}>
        <label>
          <input
            type="radio"
            name={name}
            checked={fromOther === isOther}
            disabled={disabled}
            aria-label={`${t(`fields.${field}`)}: ${value ?? t('merge.empty')}`}
            onChange={() => onChoose(isOther)}
          />
          <Value field={field} value={value} />
        </label>
      </td>
    );
  });
}

function Value({ field, value }: { readonly field: PersonField; readonly value: string | null }) {
  const t = useText('users');
  const dates = useDates();
  const shown = shownValue(field, value, dates.date);
  return shown === '' ? <Empty>{t('merge.empty')}</Empty> : <span>{shown}</span>;
}

const Table = styled(ComparisonTable)`
  label {
    display: flex;
    align-items: flex-start;
    gap: 8px;
    cursor: pointer;
  }

  input {
    flex: none;
    width: 16px;
    height: 16px;
    margin: 2px 0 0;
    accent-color: var(--accent);
  }

  [data-chosen] {
    background: var(--accent-soft);
  }

  ${media.phone} {
    th:first-child {
      width: 30%;
    }

    label {
      min-height: 44px;
    }
  }
`;

const Empty = styled.span`
  color: var(--text-3);
`;
