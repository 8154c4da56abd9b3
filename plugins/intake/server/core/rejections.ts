/* The reasons for rejected intake calls, for the API document; `code` in the body says which one applies. */

const tooMany =
  'A quota is exhausted (`too_many`): that of the key, the network, the site, the person or the phone.';
const busy = 'The server is overloaded, or its database is unavailable.';
const notJson = 'The body is not JSON, or a header is malformed (`malformed`).';

/** Errors of calls with a ticket or a site's key. */
export const callerErrors = {
  401: 'The key is unknown or was revoked (`key`).',
  403: 'The ticket is unknown, used or expired (`ticket`); the key is limited to other pages (`origin`); visitors may not apply from there (`forbidden`).',
  429: tooMany,
  503: busy,
} as const;

/** Errors of `POST intake/applications`. */
export const submissionErrors = {
  ...callerErrors,
  400: notJson,
  409: 'The application cannot be accepted this way (`not_taken`), or the visitor’s verified identity is no longer stored (`identity_lost`).',
  413: 'The body is too large.',
  422: 'A field is invalid, named in `fields`; there is no `Idempotency-Key`; the key was used with another body (`repeated_differently`); a file is not the caller’s (`files`).',
} as const;

/** Errors of `POST intake/files`. */
export const fileErrors = {
  ...callerErrors,
  400: notJson,
  413: 'The file is too large.',
  415: 'The type of the file is not accepted.',
  422: 'There is no file, or the application already has the maximum number of files (`files`).',
} as const;

/** Errors of `GET intake/events`. */
export const eventsErrors = {
  401: callerErrors[401],
  403: 'The key is limited to other pages (`origin`).',
  422: 'A field of the query is invalid, named in `fields`.',
  429: tooMany,
  503: busy,
} as const;

/** Errors of `POST intake/status`. A number alone reveals nothing: an unknown one and a wrong code look the same. */
export const statusErrors = {
  400: notJson,
  404: 'There is no application with this number and this code (`no_such_case`).',
  422: 'A field is invalid, named in `fields`.',
  429: 'Too many calls from the network (`too_many`).',
  503: busy,
} as const;
