import { useState } from 'react';
import { formatText } from '../../../shared/format-text.ts';
import type { DifferenceLine, ImportDifference } from '../../model/index.ts';
import { lengthText, percentText, textOf, titleText, type MapTexts } from '../../model/text/texts.ts';
import { PagedList } from '../components/paged-list.tsx';

interface ImportDifferencesProps {
  readonly difference: ImportDifference;
  readonly texts: MapTexts;
}

/** Longer lists are initially folded. */
const longList = 8;
const pageSize = 50;

/** What an import will do with each shape. */
export function ImportDifferences({ difference: { lines }, texts }: ImportDifferencesProps) {
  const [isOpen, setOpen] = useState(lines.length <= longList);
  if (lines.length === 0) return null;
  const label = formatText(texts.import.difference.title, { count: lines.length });
  return (
    <details
      className="km-differences"
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>{label}</summary>
      {isOpen ? (
        <PagedList
          items={lines}
          pageSize={pageSize}
          label={label}
          renderItem={(line, index) => (
            // The parts of one feature have the same number.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={index} className="km-difference" data-effect={line.effect}>
              <b>{formatText(texts.report.row, { number: line.number, title: titleText(line, texts) })}</b>
              {effectText(line, texts)}
            </li>
          )}
          texts={texts}
        />
      ) : null}
    </details>
  );
}

function effectText(line: DifferenceLine, texts: MapTexts): string {
  const { difference } = texts.import;
  if (line.effect === 'added') return difference.added;
  if (line.effect === 'skipped')
    return formatText(difference.skipped, { what: textOf(texts.reason, line.reason) });
  const outline = line.effect === 'same' ? difference.same : changeText(line.change, texts);
  const { otherTitle } = line;
  return otherTitle === null
    ? outline
    : `${outline}. ${formatText(difference.title_stays, { title: otherTitle })}`;
}

function changeText(change: (DifferenceLine & { effect: 'changed' })['change'], texts: MapTexts): string {
  const { difference } = texts.import;
  if (change.kind === 'marker')
    return formatText(difference.moved, { distance: lengthText(change.meters, texts) });
  const percent = change.areaChange === null ? null : percentText(change.areaChange);
  return percent === null ? difference.border : formatText(difference.area, { percent });
}
