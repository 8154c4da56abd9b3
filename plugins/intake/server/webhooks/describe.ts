import type { WebhookDeclaration } from '#kernel/plugin-api/server.ts';
import { type EventType, siteEventSchema } from '../../contract.ts';

const summaries: Readonly<Record<EventType, string>> = {
  'application.created': 'An application that the site has brought was taken in',
  'application.status': 'Its status is another one',
  'application.deadline': 'Its deadline has moved or has passed',
};

const description = `Sent to the webhook of the site that brought the application, signed as Standard Webhooks
says. The events of a site come one after the other, in the order of their ids; one that is not
taken holds those behind it. It is tried again after 5 s, 30 s, 2 min, 10 min, 30 min, 1 h, 3 h, 6 h, 12 h, 12 h and 24 h, with the
same id, and is given up after that; an event may come more than once. What was missed is read by \`GET intake/events\`, or is
delivered again by a super admin.`.replaceAll('\n', ' ');

const headers = {
  'webhook-id': 'The id of the event, the same at each attempt: who has taken it already may leave it out.',
  'webhook-timestamp': 'Seconds since 1970 at which this attempt was signed: what is old is refused.',
  'webhook-signature':
    '`v1,` and the HMAC-SHA256 in Base64 of `<webhook-id>.<webhook-timestamp>.<body>` by the secret of the site, which is written in Base64 behind `whsec_`.',
};

const responses = {
  '2XX': 'It is taken. The body is not read.',
  default:
    'It is not taken, and is tried again; so are redirects, which are not followed, and whoever does not answer within 10 s.',
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
