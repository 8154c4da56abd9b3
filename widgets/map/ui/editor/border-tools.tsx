import type { ReactNode } from 'react';
import type { DrawingPurpose } from '../../model/index.ts';
import {
  BorderIcon,
  CheckListIcon,
  CheckIcon,
  CutIcon,
  HoleIcon,
  MeasureIcon,
  MergeIcon,
  PartIcon,
  SimplifyIcon,
  SplitIcon,
} from '../components/icons.tsx';
import { Popover } from '../components/popover.tsx';
import type { EditorPartProps } from './use-editor.ts';

const size = { size: 16, 'aria-hidden': true } as const;

/** The tools for borders: actions on the selected area, and settings for sharing and snapping corners. */
export function BorderTools({ context, state, editor }: EditorPartProps) {
  const { session, texts } = context;
  const { borders } = texts;
  const { rights, selection, options, limits, shapes } = state;
  const id = selection?.kind === 'polygon' ? selection.id : null;
  const hasRoom = limits.polygon === null || shapes.polygons.length < limits.polygon;
  const mayEdit = id !== null && rights.polygon.edit;
  const draw = (purpose: DrawingPurpose) => session.dispatch({ type: 'start_drawing', purpose });
  return (
    <Popover label={borders.label} icon={<BorderIcon />}>
      {(close) => {
        const choice = (text: string, icon: ReactNode, isOpen: boolean, onChoice: () => void) => (
          <button
            type="button"
            className="km-choice"
            disabled={!isOpen}
            onClick={() => {
              close();
              onChoice();
            }}
          >
            {icon} {text}
          </button>
        );
        return (
          <>
            {id === null && rights.polygon.edit ? <p className="km-note">{borders.select_first}</p> : null}
            {choice(borders.split, <SplitIcon {...size} />, mayEdit && rights.polygon.add && hasRoom, () =>
              draw('split'),
            )}
            {choice(
              borders.merge,
              <MergeIcon {...size} />,
              mayEdit && rights.polygon.delete && shapes.polygons.length > 1,
              () => id !== null && session.dispatch({ type: 'start_merging', id }),
            )}
            {choice(borders.cut, <CutIcon {...size} />, mayEdit, () => draw('cut'))}
            {options.multipart
              ? choice(borders.part, <PartIcon {...size} />, mayEdit, () => draw('part'))
              : null}
            {options.multipart
              ? choice(borders.hole, <HoleIcon {...size} />, mayEdit, () => draw('hole'))
              : null}
            {choice(borders.simplify, <SimplifyIcon {...size} />, mayEdit, editor.openSimplify)}
            {choice(borders.check, <CheckListIcon {...size} />, shapes.polygons.length > 0, editor.openCheck)}
            {choice(borders.measure, <MeasureIcon {...size} />, true, () => draw('measure'))}
            <CornerSwitches session={session} options={options} texts={texts} />
          </>
        );
      }}
    </Popover>
  );
}

type CornerSwitchesProps = Pick<EditorPartProps['context'], 'session' | 'texts'> &
  Pick<EditorPartProps['state'], 'options'>;

/** The settings for sharing and snapping corners. */
function CornerSwitches({ session, options, texts: { borders } }: CornerSwitchesProps) {
  return (
    <>
      <Switch
        text={borders.shared}
        isOn={options.sharedBorders !== false}
        onChange={(isOn) =>
          session.dispatch({ type: 'configure', options: { sharedBorders: isOn ? 'auto' : false } })
        }
      />
      <Switch
        text={borders.snapping}
        isOn={options.snapping}
        onChange={(snapping) => session.dispatch({ type: 'configure', options: { snapping } })}
      />
    </>
  );
}

interface SwitchProps {
  readonly text: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

function Switch({ text, isOn, onChange }: SwitchProps) {
  return (
    <button
      type="button"
      className="km-choice"
      role="switch"
      aria-checked={isOn}
      onClick={() => onChange(!isOn)}
    >
      <CheckIcon {...size} style={{ visibility: isOn ? 'visible' : 'hidden' }} /> {text}
    </button>
  );
}
