import type { ComponentType } from 'react';
import type { Form, Transform } from '../../model/index.ts';
import {
  CircleIcon,
  EllipseIcon,
  FormsIcon,
  MoveIcon,
  RectangleIcon,
  RotateIcon,
  ScaleIcon,
} from '../components/icons.tsx';
import { Popover } from '../components/popover.tsx';
import type { EditorPartProps } from './use-editor.ts';

type Icon = ComponentType<{ size: number; 'aria-hidden': true }>;

const forms: readonly (readonly [Form, Icon])[] = [
  ['circle', CircleIcon],
  ['ellipse', EllipseIcon],
  ['rectangle', RectangleIcon],
];
const transforms: readonly (readonly [Transform, Icon])[] = [
  ['move', MoveIcon],
  ['rotate', RotateIcon],
  ['scale', ScaleIcon],
];

/** The forms that are drawn by two clicks, and actions on the selected area as a whole. */
export function FormMenu({ context, state, editor }: EditorPartProps) {
  const { session, texts } = context;
  const { rights, limits, shapes, selection } = state;
  const hasRoom = limits.polygon === null || shapes.polygons.length < limits.polygon;
  const id = selection?.kind === 'polygon' ? selection.id : null;
  return (
    <Popover label={texts.forms.label} icon={<FormsIcon />}>
      {(close) => {
        const choice = (name: Form | Transform, Sign: Icon, isOpen: boolean, start: () => void) => (
          <button
            key={name}
            type="button"
            className="km-choice"
            disabled={!isOpen}
            onClick={() => {
              close();
              editor.withForms(start);
            }}
          >
            <Sign size={16} aria-hidden /> {texts.forms[name]}
          </button>
        );
        return (
          <>
            {rights.polygon.add
              ? forms.map(([form, Sign]) =>
                  choice(form, Sign, hasRoom, () => session.dispatch({ type: 'start_form', form })),
                )
              : null}
            {rights.polygon.edit
              ? transforms.map(([by, Sign]) =>
                  choice(by, Sign, id !== null, () => {
                    if (id !== null) session.dispatch({ type: 'start_transform', by, id });
                  }),
                )
              : null}
          </>
        );
      }}
    </Popover>
  );
}
