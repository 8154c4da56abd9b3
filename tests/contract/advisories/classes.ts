/** The proof that a class of attack fails: a file, and the title of a test in it. */
export interface AttackTest {
  readonly file: string;
  readonly title: string;
}

const here = 'tests/contract/advisories/advisories.test.ts';
const leaks = 'tests/contract/leaks/leaks.test.ts';
const auth = 'kernel/identity/server';
const http = 'kernel/server/http';
const files = 'kernel/server/storage';
const realtime = 'kernel/server/realtime/realtime.test.ts';
const secondFactor = 'plugins/admins/server/second-factor.test.ts';
const passkeys = 'tests/contract/passkeys/sign-in.test.ts';
const recovery = 'tests/contract/passkeys/recovery.test.ts';
const staffStatus = 'plugins/admins/server/staff-status.test.ts';
const oneId = 'plugins/one_id/server/one-id.test.ts';
const bruteForce = 'tests/contract/hostile/brute-force.test.ts';
const uploads = 'tests/contract/hostile/hostile-uploads.test.ts';
const races = 'tests/contract/hostile/sign-in-races.test.ts';
const exhaustion = 'tests/contract/hostile/exhaustion.test.ts';
const hosts = 'tests/contract/hostile/host-header.test.ts';
const history = 'tests/contract/history';
const erasure = 'tests/contract/erasure/erasure.test.ts';
const confirmation = 'tests/contract/erasure/confirmation.test.ts';
const closedBrowsers = 'tests/contract/erasure/closed-browsers.test.ts';
const concurrentChanges = 'tests/contract/erasure/concurrent-changes.test.ts';
const hostilePasskeys = 'tests/contract/passkeys/hostile.test.ts';
const auditLog = 'tests/contract/audit/hostile.test.ts';
const reveals = 'plugins/applications/server/reveal.test.ts';
const sheets = 'kernel/server/spreadsheets/spreadsheets.test.ts';

/**
 * Every known class of attack, by name, with the tests that fail if it works again. A renamed or removed test
 * is reported as missing.
 */
export const classes = {
  // Erasure of citizens
  'Destroying a citizen’s data from an unattended screen, or by guessing a proof': [
    { file: confirmation, title: 'requires a proof of the confirmer' },
    { file: confirmation, title: 'wrong proofs are counted: after ten the right one is rejected too' },
  ],
  'Reading from the list of erasures more than their ids': [
    { file: closedBrowsers, title: 'lists erasures after a cursor, by ids only, to every session' },
  ],
  'Destroying a citizen’s data alone, or through an account made for it': [
    { file: confirmation, title: 'rejects a confirmation by the requester, and one without a second factor' },
    { file: confirmation, title: 'a request of a blocked or demoted admin cannot be confirmed' },
    { file: confirmation, title: 'rejects a confirmer whose account, role or second factor is newer than the request' },
    { file: concurrentChanges, title: 'a confirmer who is blocked while their password is checked confirms nothing' },
  ],
  'Confirming an erasure twice, or one that has ended or is held': [
    { file: confirmation, title: 'two concurrent confirmations count once' },
    { file: confirmation, title: 'a withdrawn, held or absent request cannot be confirmed' },
    { file: erasure, title: 'an open application and a hold block the erasure' },
    { file: concurrentChanges, title: 'a concurrent confirmation and withdrawal have one result' },
    { file: concurrentChanges, title: 'an application that arrives during the erasure blocks it' },
    { file: concurrentChanges, title: 'a merged citizen is not reported as erased' },
  ],
  'Holds on what is not there, and holds that are placed or lifted twice': [{ file: confirmation, title: 'a hold is placed once on an existing record, and lifted once' }],
  'Previews that change something': [{ file: erasure, title: 'a preview counts the records, and changes nothing' }],
  'Destroying what a court has asked for between its confirmation and the deed': [{ file: erasure, title: 'a hold after the confirmation takes precedence' }],
  'Personal data that outlive their erasure': [
    { file: erasure, title: 'is erased from tables, files, counters, responses, searches and the log; numbers remain' },
    { file: erasure, title: 'is in no response after the erasure' },
    { file: concurrentChanges, title: 'a citizen who is merged into one under erasure is erased too' },
  ],
  'Erased data that come back with a backup': [{ file: erasure, title: 'restoring an older backup repeats the erasure' }],

  // Signing in and sessions
  'Guessing passwords': [
    { file: `${auth}/session/sign-in.test.ts`, title: 'lets ten of many concurrent attempts through' },
    { file: `${auth}/session/sign-in.test.ts`, title: 'a network may fail fifty times, with any logins' },
  ],
  'Guessing under forged forwarded addresses': [{ file: bruteForce, title: 'limits an address to fifty attempts, regardless of its headers' }],
  'Believing more proxies than are named': [{ file: bruteForce, title: 'ignores addresses that the caller puts before those of the proxy' }],
  'Telling known logins from unknown ones': [
    { file: `${auth}/session/sign-in.test.ts`, title: 'an unknown login, a blocked admin and a wrong password cost one hash each' },
    { file: 'plugins/admins/server/sessions.test.ts', title: 'a wrong login, a wrong password and a blocked admin get the same response' },
  ],
  'Locking the owner out': [{ file: `${auth}/session/sign-in.test.ts`, title: 'a locked login still opens where its owner has signed in before' }],
  'Locking a whole office out': [
    { file: `${auth}/session/sign-in.test.ts`, title: 'a login that has signed in there before gets through' },
    { file: `${auth}/session/sign-in.test.ts`, title: 'a wrong password does not reveal which logins have' },
    { file: `${auth}/session/sign-in.test.ts`, title: 'other logins wait with a growing delay, and are not locked out' },
  ],
  'Sessions opened beside what ends them': [
    { file: races, title: 'ends a session that is opened concurrently' },
    { file: races, title: 'rejects a session whose password was checked before' },
    { file: races, title: 'none of five concurrent sign-ins survives a change of the password' },
  ],
  'Flooding with tokens': [
    { file: exhaustion, title: 'an unknown token costs one query, and a flood of them is read one by one' },
    { file: `${auth}/unknown-tokens.test.ts`, title: 'reads one token at a time for a network that sent many unknown ones, and rejects requests that wait too long' },
  ],
  'Stalling the pictures of others': [
    { file: exhaustion, title: 'a small picture does not wait for large ones of another user' },
    { file: exhaustion, title: 'rejects a picture of too many pixels before it waits for others' },
    { file: exhaustion, title: 'a user has a share of the uploads in progress, and the next one is rejected before it is read' },
    { file: 'kernel/server/concurrency/task-queue.test.ts', title: 'running work never exceeds the concurrency' },
  ],
  'Holding the places of exports': [
    { file: `${http}/responses/download-slots.test.ts`, title: 'acquires a slot before it awaits anything, and limits each admin to a share' },
    { file: `${http}/responses/download-slots.test.ts`, title: 'a reader that stalls loses its slot, and its source is closed' },
    { file: exhaustion, title: 'creates no more workbooks concurrently than there are slots' },
  ],
  'Nesting JSON': [
    { file: exhaustion, title: 'rejects JSON that is nested too deep or has too many values, on every route alike' },
    { file: `${http}/pipeline/json-limits.test.ts`, title: 'counts levels and values, and nothing within strings' },
  ],
  'Trying JSHSHIR one by one': [{ file: exhaustion, title: 'a person may look up few citizens by JSHSHIR, and misses are audited' }],
  'Another Host': [
    { file: hosts, title: 'builds no absolute address from the host of a request' },
    { file: hosts, title: 'a page of another host opens no socket, with any host header' },
  ],
  'Known first passwords': [
    { file: 'kernel/app/server/boot/start-server.test.ts', title: 'without demo data the first start creates one admin and shows the password once' },
    { file: staffStatus, title: 'an initial password is shown once, ends every session, and must be replaced' },
  ],
  'Stealing tokens from the database': [{ file: `${auth}/sessions.test.ts`, title: 'stores a digest of the token, and runs no query for an invalid token' }],
  'Sessions that never end': [
    { file: `${auth}/sessions.test.ts`, title: 'use extends the session at most once a minute and never past twelve hours' },
    { file: `${auth}/sessions.test.ts`, title: 'idle for half an hour' },
    { file: `${auth}/sessions.test.ts`, title: 'announces an expired session without a request for it' },
  ],
  'Passwords that everybody guesses': [{ file: 'kernel/identity/contract/check-password.test.ts', title: 'rejects every listed password as too common, or as too short to be listed' }],
  'The demonstration, open to the world': [
    { file: 'kernel/server/config/config.test.ts', title: 'in production creates no demo data by default, and rejects it when requested' },
    { file: staffStatus, title: 'the demonstration password does not open an account that was reset' },
  ],
  'Credentials in addresses': [{ file: here, title: 'ignores a credential in the address or in a cookie' }],
  'Sessions that outlive the rights': [
    { file: 'plugins/admins/server/roles.test.ts', title: 'changing permissions ends the sessions of the holders, and renaming does not' },
    { file: staffStatus, title: 'blocking ends the sessions at once and rejects a sign-in until it is undone' },
    { file: `${auth}/sessions.test.ts`, title: 'announces the end of a session on both nodes' },
  ],
  'Getting around the second factor': [
    { file: secondFactor, title: 'a ticket is not a session' },
    { file: secondFactor, title: 'a code opens one session, and older codes open none' },
    { file: leaks, title: 'gives no rights and no events to an admin who has yet to add the required second factor' },
    { file: oneId, title: 'of an admin with a second factor ends with a ticket, and with a session after the code' },
  ],
  'Passkeys that sign for another site': [
    { file: passkeys, title: 'made for another origin' },
    { file: passkeys, title: 'made for another relying party' },
    { file: passkeys, title: 'of another person, after the password of the first' },
  ],
  'Replaying the signature of a passkey': [
    { file: passkeys, title: 'whose challenge was used before' },
    { file: passkeys, title: 'whose challenge was issued for another purpose' },
    { file: passkeys, title: 'concurrent use of one challenge, or of one counter value, opens one session' },
  ],
  'Changing passkeys beside what ends the session, or down to none': [
    { file: passkeys, title: "adding one needs the password of the session's admin, and ends the other sessions" },
    { file: hostilePasskeys, title: 'a session that ends while its passkey is checked adds none' },
    { file: hostilePasskeys, title: 'if one is required, the last factor stays even if the other is removed concurrently' },
    { file: hostilePasskeys, title: 'if one is required, the only passkey stays' },
    { file: hostilePasskeys, title: 'an admin has at most twenty passkeys' },
  ],
  'Flooding with challenges': [
    { file: passkeys, title: 'a stranger may have few pending challenges' },
    { file: hostilePasskeys, title: 'a network that tries many signatures has to wait, except users who have signed in from there' },
  ],
  'Copied authenticators': [{ file: passkeys, title: 'whose counter decreased, and reports it' }],
  'Resetting the second factor of others alone': [
    { file: recovery, title: 'a single admin cannot reset a second factor' },
    { file: recovery, title: 'rejects a confirmer whose account or second factor is newer than the request' },
    { file: recovery, title: "a confirmation requires the confirmer's own second factor" },
    { file: hostilePasskeys, title: 'an admin promoted after the request cannot confirm it' },
  ],
  'Guessing codes': [{ file: secondFactor, title: 'a ticket expires after five wrong codes, and an admin is locked after ten in a quarter of an hour' }],
  'Forged sign-in by another site': [
    { file: oneId, title: 'from another browser, with the right state' },
    { file: oneId, title: 'for the second time' },
  ],
  'Identities that the provider did not vouch for': [
    { file: oneId, title: 'another ret_cd' },
    { file: oneId, title: 'ret_cd as a number' },
    { file: oneId, title: 'valid as a boolean' },
    { file: oneId, title: 'valid "false"' },
    { file: oneId, title: 'a pin of nobody here' },
  ],
  'Redirects to other sites': [
    { file: here, title: 'redirects only to a path of this installation, however it is written' },
    { file: 'kernel/identity/client/session/session-lifecycle.test.ts', title: 'returns to paths of this installation only' },
  ],

  // Rights
  'Calls that nobody guards': [
    { file: leaks, title: 'every call of the server has a row, and every row is a call' },
    { file: leaks, title: 'gives every caller on every call the declared access, and no data beyond it' },
  ],
  'Ids of other people’s things': [
    { file: 'plugins/applications/server/applications.test.ts', title: 'hide applications outside of the area from every call' },
    { file: 'plugins/households/server/reach.test.ts', title: 'households outside of the area are not found' },
    { file: leaks, title: 'rejects callers alike, without a difference that reveals data' },
  ],
  'Moving things out of reach of the rights': [{ file: 'plugins/households/server/reach.test.ts', title: 'rejects moving a household out of the area' }],
  'Fields that nobody asked for': [{ file: here, title: 'rejects fields that a call does not name' }],
  'Sorting by what may not be read': [{ file: here, title: 'rejects sorting or filtering a list by fields that it does not name' }],
  'Shutting everybody out': [{ file: staffStatus, title: 'two super admins who remove each other at once leave one' }],
  'Repeating the call of another': [{ file: `${http}/pipeline/idempotency.test.ts`, title: 'belongs to the admin who sent it' }],
  'Repeating a call of before one lost the right': [{ file: 'plugins/applications/server/idempotency.test.ts', title: 'repeats a stored response only to callers who still have the right, and runs nothing twice' }],

  // What is read, and its trace
  'Personal values in the clear without a trace': [
    { file: reveals, title: 'reveals one value at a time, each with an entry of its own, within the area' },
    { file: reveals, title: 'requires a reason when the deployment does, and reveals nothing without one' },
    { file: auditLog, title: 'revealing data of a citizen requires permission, with one value and one entry at a time' },
    { file: leaks, title: 'every call that returns unmasked values leaves its entry' },
  ],
  'Reading the audit log without the right, or writing to it': [
    { file: auditLog, title: 'only readers may read the log, and it names no citizen to readers who may not open them' },
    { file: auditLog, title: 'accepts only its own filters and orders, and treats a text as a value' },
    { file: auditLog, title: 'no call writes or deletes entries of the log, and its export and verification are audited' },
  ],

  // Sockets
  'Sockets opened by other sites': [{ file: realtime, title: 'checks the origin of a page: %s' }],
  'Sockets that skip authentication when they come back': [{ file: here, title: 'requires a token of a reconnecting socket' }],
  'Events that are for others': [
    { file: realtime, title: 'delivers an event to its recipients on every node, and to no other sockets' },
    { file: leaks, title: 'delivered every event of these calls only to sockets that may receive it' },
  ],
  'Sockets of dead sessions': [{ file: realtime, title: 'ending a session notifies and disconnects its sockets on every node' }],
  'Hostile events': [{ file: 'tests/contract/hostile/hostile-events.test.ts', title: 'ignores any message of a socket, forwards nothing, and keeps running' }],

  // Files
  'Programs as files, mislabelled and polyglot': [
    { file: uploads, title: 'accepts or rejects every hostile upload as expected, and stores accepted ones only' },
    { file: `${files}/files.test.ts`, title: 're-encodes a picture: upright, without EXIF, without trailing bytes' },
  ],
  'Files that act as pages of ours': [{ file: `${files}/serve.test.ts`, title: 'serves a file at its address without a header, and never as a page' }],
  'Addresses of files that are passed on or changed': [
    { file: `${files}/serve.test.ts`, title: 'checks the right again: another area, and an ended session' },
    { file: `${files}/url-signer.test.ts`, title: 'cannot be altered' },
  ],
  'Names of files as paths, or as headers': [{ file: `${files}/files.test.ts`, title: 'stores the name %j as %j' }],
  'Archives that grow without end': [{ file: sheets, title: 'unpacks to more than the limit, whether it declares so or not' }],
  'Formulas in tables': [
    { file: sheets, title: 'from CSV, with an apostrophe before formulas' },
    { file: sheets, title: 'no cell of an xlsx is a formula, whatever its text' },
  ],
  'Leaving bytes behind': [{ file: uploads, title: 'stores nothing of uploads that break off' }],

  // The web
  'Scripts that are brought in': [{ file: here, title: 'the page runs its own scripts, and turns no text into a script' }],
  'Framing by other sites': [{ file: `${http}/static/widget-pages.test.ts`, title: 'the page of a widget has an opaque origin, and only the requesting site may frame it' }],
  'Reading from the page of another site': [{ file: here, title: 'allows no other site to read a response, and uses no cookie' }],
  'Forged messages between windows': [{ file: 'widgets/chat/protocol/messages.test.ts', title: 'neither side accepts any of 1,000 forged messages' }],
  'Answers taken for something else': [{ file: here, title: 'sends the declared content type, and responses of the API are not cached' }],
  'Poisoned host names': [{ file: here, title: 'omits an invalid host name from every policy' }],
  'Paths out of the folder': [{ file: here, title: 'serves no path outside of the static folder' }],

  // Input
  'SQL in texts': [{ file: 'plugins/households/server/store/list.test.ts', title: '%j is matched literally' }],
  'Polluted prototypes': [{ file: here, title: 'ignores prototype keys of a body' }],
  'Smuggled requests': [{ file: here, title: 'rejects a request with two lengths' }],
  'Methods in disguise': [{ file: here, title: 'ignores method overrides in headers' }],
  'Nesting and size without end': [
    { file: `${http}/pipeline/api.test.ts`, title: 'rejects excessive nesting, also with an idempotency key' },
    { file: `${http}/pipeline/api.test.ts`, title: 'rejects a body beyond a megabyte' },
  ],
  'Slow senders': [{ file: `${http}/security/slow-body-timeout.test.ts`, title: 'a byte a second' }],
  'Floods': [
    { file: `${auth}/session/sign-in.test.ts`, title: 'during a flood two passwords are hashed at once and a few queue; the others are rejected first' },
    { file: `${http}/pipeline/load-shedding.test.ts`, title: 'rejects reads quickly when all slots are taken, in the language of the caller, and serves other calls' },
    { file: `${http}/pipeline/load-shedding.test.ts`, title: 'a flooding browser waits for itself only, and other users get a slot' },
    { file: `${http}/pipeline/load-shedding.test.ts`, title: 'limits files read into memory, in total and per user' },
  ],
  'Whatever else': [{ file: 'tests/contract/hostile/hostile-requests.test.ts', title: 'responds to any request as described, and never with a server error' }],

  // Output and storage
  'Errors that tell': [
    { file: `${http}/pipeline/api.test.ts`, title: 'that breaks a rule of the database is a conflict, without its values' },
    { file: here, title: 'reports an internal error without details' },
  ],
  'Personal data in the log': [{ file: leaks, title: 'a database error reveals nothing in the log and in the response' }],
  'Personal data in the audit log': [{ file: leaks, title: 'the audit log names fields, and no values' }],
  'Fields that slip out': [{ file: `${http}/pipeline/api.test.ts`, title: 'contains only the fields of the response schema' }],
  'Reading personal data unseen': [
    { file: 'tests/contract/audit/trace.test.ts', title: 'names everyone who saw a citizen, also after corrections, moves, merges and their undoing' },
  ],
  'Tampering with the audit log': [
    { file: 'kernel/server/audit/tampering.test.ts', title: 'detects any change of any field of an entry' },
    { file: 'kernel/server/audit/tampering.test.ts', title: 'detects a truncated log, also without its seals and with a forged head' },
  ],
  'Secrets that the database tells': [
    { file: secondFactor, title: 'the database stores no readable secret, and another key does not decrypt it' },
    { file: 'plugins/admins/server/staff.test.ts', title: 'a repeated request with one key creates one admin, and stores no quick hash of the password' },
  ],
  'Changes that overwrite each other': [{ file: 'plugins/households/server/households.test.ts', title: 'reports the first of two concurrent changes to the second' }],

  // Versions of records
  'Reading through a history what the record itself does not show': [
    { file: `${history}/households.test.ts`, title: 'of a household of another area is as inaccessible as the household itself' },
    { file: `${history}/named-records.test.ts`, title: 'is rejected without the right to read the records, and without a session' },
    { file: `${history}/people.test.ts`, title: 'a citizen: numbers and birthdays are masked, and restored in full' },
    { file: `${history}/deleted.test.ts`, title: 'only its readers may see and restore it' },
  ],
  'Secrets in versions of records': [
    { file: `${history}/people.test.ts`, title: 'an admin: role, area and block, never a password' },
    { file: `${history}/plugins.test.ts`, title: 'settings: who changed which value, without secrets, which a restore keeps' },
  ],
  'Personal values that outlive their record in its versions': [
    { file: `${history}/households.test.ts`, title: 'is deleted with its household, including members' },
    { file: `${history}/people.test.ts`, title: 'removing an admin removes the history' },
  ],
  'Getting past the checks of a change by restoring': [
    { file: `${history}/households.test.ts`, title: 'rejects values that are no longer valid: a member who lives elsewhere, a deleted street' },
    { file: `${history}/named-records.test.ts`, title: 'versions of another record, and creations, cannot be restored' },
    { file: `${history}/deleted.test.ts`, title: 'does not take a name that another record has' },
  ],
} as const satisfies Readonly<Record<string, readonly AttackTest[]>>; // prettier-ignore

/** A known class of attack. */
export type ClassName = keyof typeof classes;
