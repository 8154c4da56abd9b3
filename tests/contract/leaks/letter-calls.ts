import type { Row } from './rows.ts';
import type { World } from './world.ts';

/** A template filled in for an application. */
const inFilled = {
  application_receiver: ['application.name', 'application.words', 'application.files'],
} as const;

const batchOf = ({ ids }: World) => ({
  template_id: ids.template,
  status: 'completed',
  from: '2020-01-01',
  to: '2099-01-01',
});
const batchQuery = (world: World) =>
  `?${new URLSearchParams(Object.entries(batchOf(world)).map(([key, value]) => [key, String(value)]))}`;
const previewOf = ({ template_id: _template, replaces_id: _replaces, ...body }: Record<string, unknown>) =>
  body;
const searches = ({ applicants }: World) => [
  '',
  ...Object.values(applicants).map(({ last_name }) => `?search=${encodeURIComponent(last_name)}`),
];

/** The calls about letters. */
export const letterCalls: Readonly<Record<string, Row>> = {
  'GET letters': { requires: 'application_receiver', discloses: { application_receiver: ['application.name'] }, queries: searches },
  'GET letters/export': { requires: 'application_receiver', discloses: { application_receiver: ['application.name'] }, queries: () => ['', '?format=csv'] },
  'GET letters/templates': { requires: 'application_receiver' },
  'GET letters/signatories': { requires: 'application_receiver' },
  'GET letters/replies': { requires: 'application_receiver', target: 'application', discloses: inFilled, queries: () => ['?application_id=:id'] },
  'POST letters/drafts': { requires: 'application_receiver', target: 'application', discloses: inFilled, body: ({ ids: [id], world }) => ({ application_id: id, template_id: world.ids.template, language: 'uz' }) },
  'POST letters/preview': { requires: 'application_receiver', target: 'application', body: ({ ids: [id], world }) => previewOf(world.letterBody(id)) },
  'POST letters': { requires: 'application_receiver', target: 'application', discloses: { application_receiver: ['application.name'] }, body: ({ ids: [id], world }) => world.letterBody(id) },
  'GET letters/:id': { requires: 'application_receiver', target: 'letter', discloses: { application_receiver: ['application.name'] } },
  'POST letters/:id/void': { requires: 'application_receiver', target: 'letter', discloses: { application_receiver: ['application.name'] }, body: () => ({ reason: 'Manzil xato' }) },
  'GET letters/check/:code': { requires: 'anyone', variants: [{ headers: { accept: 'text/html' } }] },
  'GET letter-templates': { requires: 'superAdmin' },
  'GET letter-templates/:id': { requires: 'superAdmin', target: 'template' },
  'GET letter-templates/:id/versions': { requires: 'superAdmin', target: 'template' },
  'POST letter-templates': { requires: 'superAdmin', body: ({ serial, world }) => world.templateBody(`Andoza n${serial}`) },
  'PUT letter-templates/:id': { requires: 'superAdmin', target: 'template', versioned: {}, body: ({ serial, world }) => world.templateBody(`Andoza o${serial}`) },
  'DELETE letter-templates/:id': { requires: 'superAdmin', target: 'spareTemplate', versioned: {} },
  'POST letter-templates/preview': { requires: 'superAdmin', target: 'application', discloses: { superAdmin: inFilled.application_receiver }, body: ({ ids: [id], world }) => ({ application_id: id, language: 'uz', subject: '', body: world.letterText }) },
  'GET letter-batches': { requires: 'application_receiver' },
  'GET letter-batches/preview': { requires: 'application_receiver', queries: (world) => [batchQuery(world)] },
  'POST letter-batches': { requires: 'application_receiver', body: ({ world }) => ({ ...batchOf(world), neighborhood: null, language: 'uz', signatory_id: world.ids.chief }), expects: [201, 409] },
  'GET letter-batches/:id': { requires: 'application_receiver', target: 'batch' },
  'POST letter-batches/:id/stop': { requires: 'application_receiver', target: 'batch' },
  'GET letter-batches/:id/file': { requires: 'application_receiver', target: 'batch', queries: () => ['?format=pdf', '?format=zip'], expects: [200, 409] },
}; // prettier-ignore
