import { canRedo, canUndo, hasRight } from '../../model/index.ts';
import { ColorPalette } from '../components/color-palette.tsx';
import {
  AddMarkerIcon,
  ColorIcon,
  DeleteIcon,
  DrawIcon,
  EditIcon,
  ImportIcon,
  RedoIcon,
  SquareIcon,
  UndoIcon,
} from '../components/icons.tsx';
import { limitLabel } from '../components/map-toolbar.tsx';
import { Popover } from '../components/popover.tsx';
import { countText } from '../components/status-bar.tsx';
import { ToolButton } from '../components/tool-button.tsx';
import { canEditVertices } from '../../tools/idle-tool.ts';
import { BorderTools } from './border-tools.tsx';
import { FormMenu } from './form-menu.tsx';
import type { EditorPartProps } from './use-editor.ts';

/** The editor's part of the toolbar, without tools that the permissions forbid. */
export function EditButtons(props: EditorPartProps) {
  const { context, state, editor } = props;
  const { rights, limits, selection, tool } = state;
  const { session, texts } = context;
  const { toolbar } = texts;
  const { polygon, marker } = rights;
  const kinds = selection ? [rights[selection.kind]] : [polygon, marker];
  const mayRecolor = kinds.some((one) => hasRight(one, 'style') || (selection === null && one.add));
  const mayAdd = rights.polygon.add || rights.marker.add;
  return (
    <>
      {rights.polygon.add && limits.polygon !== 0 ? <PolygonButtons {...props} /> : null}
      {rights.marker.add && limits.marker !== 0 ? <MarkerButton {...props} /> : null}
      {rights.polygon.edit ? (
        <ToolButton
          label={tool.name === 'editing' ? toolbar.stop_edit : toolbar.edit}
          icon={<EditIcon />}
          aria-pressed={tool.name === 'editing'}
          disabled={!canEditVertices(state)}
          onClick={() => {
            if (tool.name === 'editing') session.dispatch({ type: 'stop_editing' });
            else if (selection) session.dispatch({ type: 'start_editing', id: selection.id });
          }}
        />
      ) : null}
      {rights.polygon.add || rights.polygon.edit ? <BorderTools {...props} /> : null}
      {rights.polygon.add || rights.polygon.edit ? <FormMenu {...props} /> : null}
      <CustomButtons {...props} />
      {mayRecolor ? (
        <Popover
          label={toolbar.color}
          icon={<ColorIcon className="km-tinted" style={{ color: editor.color }} />}
        >
          {(close) => (
            <ColorPalette value={editor.color} onChange={editor.setColor} onDone={close} texts={texts} />
          )}
        </Popover>
      ) : null}
      {rights.polygon.delete || rights.marker.delete ? (
        <ToolButton
          label={toolbar.delete}
          icon={<DeleteIcon />}
          disabled={selection === null || !rights[selection.kind].delete}
          onClick={editor.removeSelected}
        />
      ) : null}
      <span className="km-rule" />
      <UndoButtons {...props} />
      <span className="km-rule" />
      {mayAdd ? (
        <ToolButton label={toolbar.import} icon={<ImportIcon />} onClick={editor.openImport} />
      ) : null}
    </>
  );
}

function UndoButtons({ context: { session, texts }, state }: EditorPartProps) {
  const { toolbar } = texts;
  return (
    <>
      <ToolButton
        label={toolbar.undo}
        icon={<UndoIcon />}
        disabled={!canUndo(state)}
        onClick={() => session.dispatch({ type: 'undo' }, 'undo')}
      />
      <ToolButton
        label={toolbar.redo}
        icon={<RedoIcon />}
        disabled={!canRedo(state)}
        onClick={() => session.dispatch({ type: 'redo' }, 'undo')}
      />
    </>
  );
}

/** The tools that the page has registered. */
function CustomButtons({ context, state: { tool }, editor }: EditorPartProps) {
  return editor.customTools.map(({ id, label, icon }) => {
    const isActive = tool.name === 'custom' && tool.id === id;
    return (
      <ToolButton
        key={id}
        label={label}
        icon={<CustomIcon path={icon} />}
        aria-pressed={isActive}
        onClick={() => context.session.dispatch(isActive ? { type: 'cancel' } : { type: 'start_custom', id })}
      />
    );
  });
}

/** The icon of a page's own tool. */
function CustomIcon({ path }: { readonly path: string }) {
  return (
    <svg
      width={20}
      height={20}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  );
}

function PolygonButtons({ context, state, editor }: EditorPartProps) {
  const { session, camera, texts } = context;
  const { shapes, limits, tool } = state;
  const count = shapes.polygons.length;
  const full = limits.polygon !== null && count >= limits.polygon;
  const isDrawing = tool.name === 'drawing' && tool.purpose === 'area';
  return (
    <>
      <ToolButton
        label={limitLabel(texts.toolbar.add_polygon, count, limits.polygon, texts)}
        icon={<SquareIcon />}
        count={limits.polygon === null ? undefined : countText(count, limits.polygon)}
        disabled={full}
        onClick={() => {
          const center = camera.unproject({ x: camera.size.width / 2, y: camera.size.height / 2 });
          const { rejection } = session.dispatch({
            type: 'add_square',
            center,
            ...editor.newShape('polygon'),
          });
          if (!rejection) context.show(session.state.selection);
        }}
      />
      <ToolButton
        label={limitLabel(texts.toolbar.draw_polygon, count, limits.polygon, texts)}
        icon={<DrawIcon />}
        aria-pressed={isDrawing}
        disabled={full && !isDrawing}
        onClick={() => session.dispatch({ type: isDrawing ? 'cancel' : 'start_drawing' })}
      />
    </>
  );
}

function MarkerButton({ context, state }: EditorPartProps) {
  const { session, texts } = context;
  const { shapes, limits, tool } = state;
  const count = shapes.markers.length;
  const full = limits.marker !== null && count >= limits.marker;
  return (
    <ToolButton
      label={limitLabel(texts.toolbar.add_marker, count, limits.marker, texts)}
      icon={<AddMarkerIcon />}
      count={limits.marker === null ? undefined : countText(count, limits.marker)}
      aria-pressed={tool.name === 'placing'}
      disabled={full && tool.name !== 'placing'}
      onClick={() => session.dispatch({ type: tool.name === 'placing' ? 'cancel' : 'start_placing' })}
    />
  );
}
