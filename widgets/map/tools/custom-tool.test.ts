import { expect, test } from 'vitest';
import type { KeyboardEvent } from 'react';
import { editContextOf } from '../../../tests/support/map/edit-context.ts';
import { latLng } from '../model/index.ts';
import { MapSession } from '../model/map-session.ts';
import { editReducers } from '../model/reducers/edit-reducers.ts';
import { customTool, type CustomTool, type ToolHost } from './custom-tool.ts';
import { createSelectTool } from './select-tool.ts';

const corner = latLng(41, 60);
const shapes = {
  polygons: [
    {
      id: 1,
      title: 'Hudud',
      color: '#1d5fd1',
      coords: [corner, latLng(41, 60.01), latLng(41.01, 60.01)],
    },
  ],
  markers: [],
};

/** A map whose tool of the page is active. */
function mapWith(tool: Partial<CustomTool>) {
  const session = new MapSession();
  session.addReducers(editReducers);
  session.dispatch({ type: 'replace', shapes }, 'api');
  const context = editContextOf(session);
  const { camera } = context;
  const errors: string[] = [];
  const tools = [{ id: 'own', label: 'Oʻz', icon: 'M0 0', ...tool }];
  session.dispatch({ type: 'start_custom', id: 'own' });
  const active = customTool(context, createSelectTool(session, camera), tools, ({ message }) =>
    errors.push(message),
  );
  return {
    session,
    context,
    active,
    errors,
    press: { at: camera.project(corner), coarse: false, alt: false },
  };
}

test('gives the page places of its own, which may be changed', () => {
  const clicked: number[][] = [];
  const change = (position: readonly [number, number]) => {
    clicked.push([...position]);
    (position as [number, number])[0] = 0;
  };
  const { session, active, press } = mapWith({ click: change, move: change });
  active.hover(press);
  active.click(press);
  expect(clicked).toEqual([
    [41, 60],
    [41, 60],
  ]);
  expect(session.state.shapes.polygons[0]?.coords[0]).toEqual([41, 60]);
});

test('a tool that was stopped neither stops another one nor draws', () => {
  let late: ToolHost | null = null;
  const { session, context, active, press } = mapWith({
    click(_place, host) {
      late = host;
      host.finish();
    },
  });
  active.click(press);
  expect(session.state.tool.name).toBe('idle');
  session.dispatch({ type: 'start_drawing' });
  const host = late as ToolHost | null;
  host?.finish();
  host?.preview([
    [
      [41, 60],
      [41, 60.01],
      [41.01, 60.01],
    ],
  ]);
  expect(session.state.tool.name).toBe('drawing');
  expect(context.painter.interaction).toBeNull();
  expect(host?.add({ markers: [{ coords: [41, 60] }] })).toBe(1);
});

test('an exception is reported and stops the tool', () => {
  const { session, active, errors } = mapWith({
    key() {
      throw new Error('broken');
    },
  });
  expect(active.onKeyDown({ key: 'q' } as KeyboardEvent)).toBe(false);
  expect(errors).toEqual(['broken']);
  expect(session.state.tool.name).toBe('idle');
});
