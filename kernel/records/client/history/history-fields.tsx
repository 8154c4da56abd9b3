import { styled } from 'styled-components';
import type { HistoryField } from '#kernel/records/contract/history.ts';
import { useText } from '#kernel/client/i18n/i18n.ts';
import { VisuallyHidden } from '#kernel/client/ui/layout/visually-hidden.tsx';
import { BorderPictures } from './border-pictures.tsx';
import { HistoryValueText } from './history-value.tsx';

/** The fields of a change, each with its old and new value. */
export function HistoryFields({ fields }: { readonly fields: readonly HistoryField[] }) {
  return (
    <Fields>
      {fields.map((field) => (
        <div key={field.name}>
          <dt>{field.label}</dt>
          <Change field={field} />
        </div>
      ))}
    </Fields>
  );
}

function Change({ field: { from, to } }: { readonly field: HistoryField }) {
  const t = useText();
  if (from?.rings || to?.rings) {
    return (
      <dd>
        <BorderPictures
          from={from?.rings ?? []}
          to={to?.rings ?? []}
          labels={[t('history.before'), t('history.after')]}
        />
      </dd>
    );
  }
  const sides = [
    { key: 'from', value: from },
    { key: 'to', value: to },
  ] as const;
  return (
    <dd>
      {sides
        // The items of a list that the other side lacks; there may be none.
        .filter(({ value }) => value?.items?.length !== 0)
        .map(({ key, value }) => (
          <Side key={key} data-side={key}>
            <Mark aria-hidden="true">{key === 'from' ? '−' : '+'}</Mark>
            <VisuallyHidden>{t(`history.${key}`)} </VisuallyHidden>
            <div>
              <HistoryValueText value={value} />
            </div>
          </Side>
        ))}
    </dd>
  );
}

const Fields = styled.dl`
  display: flex;
  flex-direction: column;
  gap: 10px;
  margin: 0;

  dt {
    margin-bottom: 2px;
    color: var(--text-2);
    font-size: 12.5px;
    line-height: 18px;
  }

  dd {
    display: flex;
    flex-direction: column;
    gap: 2px;
    margin: 0;
  }
`;

const Side = styled.div`
  display: flex;
  gap: 8px;
  padding: 2px 8px;
  border-radius: var(--r1);
  font-size: 13.5px;
  line-height: 20px;
  overflow-wrap: anywhere;
  white-space: pre-line;

  > div {
    min-width: 0;
    flex: 1;
    max-height: 200px;
    overflow-y: auto;
  }

  &[data-side='from'] {
    background: var(--rejected-soft);
  }

  &[data-side='to'] {
    background: var(--completed-soft);
  }
`;

const Mark = styled.span`
  flex: none;
  color: var(--text-2);
  font-variant-numeric: tabular-nums;
`;
