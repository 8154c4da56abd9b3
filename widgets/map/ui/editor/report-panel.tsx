import { useRef, useState } from 'react';
import { byNumber, isSwapped, type AttributeRoles, type ShapeIssue, type Report } from '../../model/index.ts';
import type { ImportOptions } from '../api/map-props.ts';
import { CloseIcon } from '../components/icons.tsx';
import { PagedList } from '../components/paged-list.tsx';
import { ToolButton } from '../components/tool-button.tsx';
import type { Importing } from './importing.ts';
import { formatText } from '../../../shared/format-text.ts';
import { textOf, type MapTexts } from '../../model/text/texts.ts';

interface ReportPanelProps {
  readonly report: Report;
  readonly imports: Importing;
  readonly texts: MapTexts;
}

const pageSize = 50;

/** The report of an import: the number of accepted shapes, and why the others were rejected. */
export function ReportPanel({ report, imports, texts }: ReportPanelProps) {
  const panel = useRef<HTMLElement>(null);
  const { accepted, changed, skipped, notes } = report;
  const out = new Set(skipped.map(({ number }) => number));
  // A shape may have several notes, even one that was left out.
  const faulty = new Set(notes.map(({ number }) => number).filter((number) => !out.has(number))).size;
  const lines = [
    ...skipped.map((remark) => ({ ...remark, taken: false })),
    ...notes.map((remark) => ({ ...remark, taken: true })),
  ].toSorted(byNumber);
  return (
    <section
      ref={panel}
      className="km-side km-panel"
      data-side="left"
      aria-label={texts.report.title}
      tabIndex={-1}
    >
      <header>
        <h2>{texts.report.title}</h2>
        <ToolButton label={texts.report.close} icon={<CloseIcon />} onClick={imports.closeReport} />
      </header>
      <div className="km-report-body">
        <output className="km-report">
          <p>{formatText(texts.report.accepted, { count: accepted })}</p>
          {changed > 0 ? <p data-fine>{formatText(texts.report.changed, { count: changed })}</p> : null}
          {faulty > 0 ? <p data-taken>{formatText(texts.report.problems, { count: faulty })}</p> : null}
          {skipped.length > 0 ? <p>{formatText(texts.report.skipped, { count: skipped.length })}</p> : null}
        </output>
        {skipped.some(isSwapped) ? (
          // The buttons unmount; the focus moves to the panel.
          <TakeSwapped
            count={skipped.filter(isSwapped).length}
            onTake={(axes) => imports.takeSwapped(axes).then(() => panel.current?.focus())}
            texts={texts}
          />
        ) : null}
        {imports.revisable ? (
          <UsedAttributes {...imports.revisable.used} onRevise={imports.reviseAttributes} texts={texts} />
        ) : null}
        {lines.length > 0 ? (
          <PagedList
            items={lines}
            pageSize={pageSize}
            label={texts.report.title}
            renderItem={(line) => (
              <Line key={`${line.number} ${line.kind} ${line.reason}`} line={line} texts={texts} />
            )}
            texts={texts}
          />
        ) : null}
      </div>
    </section>
  );
}

interface UsedAttributesProps extends AttributeRoles {
  readonly onRevise: () => void;
  readonly texts: MapTexts;
}

/** The attributes used for names and ids, and a button to choose others. */
function UsedAttributes({ uz, ru, number, onRevise, texts }: UsedAttributesProps) {
  const names = [...new Set([uz, ru])].filter((name) => name !== null).join(', ') || texts.import.none;
  return (
    <div className="km-report-swapped">
      <p>{formatText(texts.report.attributes, { names, number: number ?? texts.import.none })}</p>
      <button type="button" className="km-button" onClick={onRevise}>
        {texts.report.revise}
      </button>
    </div>
  );
}

interface TakeSwappedProps {
  readonly count: number;
  readonly onTake: (axes: ImportOptions['axes']) => Promise<void>;
  readonly texts: MapTexts;
}

/** Swapped shapes are imported only after the user has decided how. */
function TakeSwapped({ count, onTake, texts: { report } }: TakeSwappedProps) {
  const [busy, setBusy] = useState(false);
  return (
    <div className="km-report-swapped">
      <p>{formatText(report.swapped, { count })}</p>
      {(['as_written', 'exchanged'] as const).map((axes) => (
        <button
          key={axes}
          type="button"
          className="km-button"
          disabled={busy}
          onClick={() => {
            setBusy(true);
            void onTake(axes).finally(() => setBusy(false));
          }}
        >
          {report[axes]}
        </button>
      ))}
    </div>
  );
}

interface LineProps {
  readonly line: ShapeIssue & { readonly taken: boolean };
  readonly texts: MapTexts;
}

function Line({ line: { number, title, reason, taken }, texts }: LineProps) {
  return (
    <li className="km-report-line" data-taken={taken || undefined}>
      <b>{formatText(texts.report.row, { number, title: title || texts.shape.untitled })}</b>
      {textOf(texts.reason, reason)}
    </li>
  );
}
