import type { WebhookDeclaration } from '#kernel/plugin-api/server.ts';
import { type EventType, siteEventSchema } from '../../contract.ts';

const summaries: Readonly<Record<EventType, string>> = {
  'application.created': 'An application submitted by the site was received',
  'application.status': 'The status of an application changed',
  'application.deadline': 'The deadline of an application changed or passed',
};

const description =
  `Sent to the webhook of the site that submitted the application, signed as in Standard Webhooks.
The events of a site are sent one after the other, in the order of their ids, which have gaps; an event that is not accepted
holds back those after it. It is retried eleven times with the same id, after 5 s and then after four times the previous pause,
at most 12 h (about 56 h in total), and then given up; an event may arrive more than once. Missed events can be read by
\`GET intake/events\`, or delivered again by a super admin.`.replaceAll('\n', ' ');

const headers = {
  'webhook-id':
    'The id of the event, the same at each attempt: a receiver that has processed it may ignore it.',
  'webhook-timestamp':
    'The time at which this attempt was signed, in seconds since 1970; receivers reject old ones.',
  'webhook-signature':
    '`v1,` and the HMAC-SHA256 in Base64 of `<webhook-id>.<webhook-timestamp>.<body>` with the secret of the site, which is the Base64 after `whsec_`.',
};

const responses = {
  '2XX': 'Accepted. The body is not read.',
  default:
    'Not accepted: the event is retried, also after a redirect, which is not followed, and if the receiver does not respond within 10 s.',
};

/** The webhooks of sites, for the API document. */
export const webhooks: readonly WebhookDeclaration[] = (Object.keys(summaries) as EventType[]).map(
  (type) => ({
    name: type,
    summary: summaries[type],
    description,
    headers,
    body: siteEventSchema.extend({ type: siteEventSchema.shape.type.extract([type]) }),
    responses,
  }),
);
