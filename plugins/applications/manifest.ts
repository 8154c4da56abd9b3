import { z } from 'zod';
import { allOf, definePlugin, idParamSchema, idSchema } from '#kernel/plugin-api/contract.ts';
import { applicationAside, applicationCards, applicationSchema } from './contract.ts';

/** Who may see and handle applications, each within their own area. */
export const receivers = allOf('application_receiver');

const name = z.string().nullish();
const withinOne = z.object({ application_id: idParamSchema, message: z.string().nullish() });
const opens = { route: 'detail', id: 'application_id' } as const;

/** Applications for assistance: the list, the accept form, the file of one with its timeline. */
export const applications = definePlugin({
  id: 'applications',
  version: '1.0.0',
  requires: ['neighborhoods', 'users'],
  permissions: ['application_receiver'],
  capabilities: [
    'applications.intake',
    'applications.check',
    'applications.household',
    'applications.correct',
    'applications.transfer',
    'applications.withdraw',
  ],
  config: z.object({
    /** Days until an application must be answered (law OʻRQ-445, art. 28). */
    deadlineDays: z.int().min(1).max(365).default(15),
  }),
  publicConfig: ['deadlineDays'],
  extensions: [applicationCards.id, applicationAside.id],
  routes: {
    list: { path: '/applications/list', access: receivers },
    accept: { path: '/applications/accept', access: receivers },
    add: { path: '/applications/add', access: receivers },
    detail: { path: '/applications/:id/*', access: receivers },
  },
  menu: { list: { icon: 'inbox' }, accept: { icon: 'file-plus' } },
  notices: {
    application: {
      icon: 'inbox',
      payload: z.object({ id: idParamSchema, first_name: name, last_name: name }),
      opens: { route: 'detail', id: 'id' },
      excerpt: ['last_name', 'first_name'],
    },
    message: { icon: 'message', payload: withinOne, opens, excerpt: ['message'] },
    forward: { icon: 'forward', payload: withinOne, opens, excerpt: ['message'], urgent: true },
    /** A border has moved: how many applications came into one's area, and how many left it. */
    applications_moved: {
      icon: 'inbox',
      payload: z.object({ gained: z.int().min(0), lost: z.int().min(0) }),
    },
  },
  search: { applications: { route: 'list', area: 'own' } },
  actions: { accept: { route: 'accept' } },
  events: {
    application_receive: { payload: applicationSchema, access: receivers, area: 'own' },
    /** The application as it now is in the list, for every screen that shows it. */
    application_change: { payload: applicationSchema, access: receivers, area: 'own' },
    /** It has left the neighbourhood: who reaches that alone does not see it any more. */
    application_leave: { payload: z.object({ id: idSchema }), access: receivers, area: 'own' },
  },
});
