import type { FieldValues } from 'react-hook-form';
import { styled } from 'styled-components';
import { useText } from '#kernel/client/i18n/i18n.ts';
import { useDates } from '#kernel/client/dates/use-dates.tsx';
import { media } from '#kernel/client/ui/layout/breakpoints.ts';
import { Button } from '#kernel/client/ui/buttons/button.tsx';
import { Dialog } from '#kernel/client/ui/overlays/dialog.tsx';
import { EMPTY_CELL } from '#kernel/client/ui/data/table-model.ts';
import { VisuallyHidden } from '#kernel/client/ui/layout/visually-hidden.tsx';
import { ComparisonTable } from './comparison-table.ts';
import type { RecordForm } from './record-form.ts';

/** A field of a record as text, to compare two versions. */
export interface Fact {
  readonly label: string;
  readonly text: string;
  /** The colour of a dot before the text. */
  readonly color?: string | undefined;
}

interface ConflictDialogProps<Item, Values extends FieldValues> {
  readonly handle: RecordForm<Item, Values>;
  readonly facts: (values: Values) => readonly Fact[];
}

/**
 * Shows both versions after another user has saved the same record, and asks which one to keep. Nothing is lost until
 * the user decides.
 */
export function ConflictDialog<Item extends { readonly updatedAt: string }, Values extends FieldValues>({
  handle,
  facts,
}: ConflictDialogProps<Item, Values>) {
  const t = useText();
  const dates = useDates();
  const { conflict, sending } = handle;
  if (conflict === null) return null;
  const mine = facts(handle.form.getValues());
  const theirs = facts(handle.valuesOf(conflict));
  return (
    <Dialog
      open
      onClose={handle.decideLater}
      guard={() => !sending}
      title={t('records.conflict.title')}
      description={t('records.conflict.text', { at: dates.dateTime(conflict.updatedAt) })}
      footer={
        <>
          <Button onClick={handle.takeTheirs} disabled={sending}>
            {t('records.conflict.takeTheirs')}
          </Button>
          <Button variant="primary" onClick={handle.keepMine} loading={sending}>
            {t('records.conflict.keepMine')}
          </Button>
        </>
      }
    >
      <Versions>
        <thead>
          <tr>
            <th scope="col">
              <VisuallyHidden>{t('records.conflict.field')}</VisuallyHidden>
            </th>
            <th scope="col">{t('records.conflict.mine')}</th>
            <th scope="col">{t('records.conflict.theirs')}</th>
          </tr>
        </thead>
        <tbody>
          {mine.map((fact, index) => {
            const other = theirs[index] ?? fact;
            const differs = fact.text !== other.text;
            return (
              <tr key={fact.label} data-differs={differs || undefined}>
                <th scope="row">{fact.label}</th>
                <Version fact={fact} side={t('records.conflict.mine')} />
                <Version fact={other} side={t('records.conflict.theirs')} />
              </tr>
            );
          })}
        </tbody>
      </Versions>
    </Dialog>
  );
}

function Version({ fact, side }: { readonly fact: Fact; readonly side: string }) {
  return (
    <td data-side={side}>
      {fact.color ? <Dot style={{ background: fact.color }} /> : null}
      {fact.text === '' ? EMPTY_CELL : fact.text}
    </td>
  );
}

const Versions = styled(ComparisonTable)`
  [data-differs] td {
    background: var(--accepted-soft);
    color: var(--accepted);
    font-weight: 550;
  }

  ${media.phone} {
    thead {
      display: none;
    }

    tr,
    th,
    td {
      display: block;
    }

    th:first-child {
      width: auto;
      padding: 10px 0 2px;
      border: 0;
    }

    td {
      padding: 6px 10px;
    }

    td::before {
      content: attr(data-side) ': ';
      color: var(--text-2);
      font-weight: 400;
    }
  }
`;

const Dot = styled.span`
  display: inline-block;
  width: 10px;
  height: 10px;
  margin-right: 6px;
  border-radius: 50%;
`;
