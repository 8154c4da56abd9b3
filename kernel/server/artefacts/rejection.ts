import { StartupError } from '../config/startup-error.ts';

/** The reasons to reject an external plugin, in English for the command line; the page uses `plugins:rejected.<code>`. */
const sentences = {
  not_found: 'There is no folder, package or .tgz at {{source}}.',
  not_an_archive: 'The archive cannot be read: {{problem}}. Create it with `komak plugin pack`.',
  too_large: 'It has {{size}}, but only {{limit}} are allowed.',
  path_outside: 'The archive contains the path "{{path}}", which is outside of its folder.',
  link: 'The archive contains the link "{{path}}"; links are not allowed.',
  unknown_file: 'The file "{{path}}" is not part of a plugin.',
  missing_file: 'The file {{path}} is missing.',
  not_json: 'The file {{path}} is invalid: {{problem}}.',
  api_version: 'It requires plugin-api {{wanted}}, but this Ko‘mak has {{given}}.',
  taken_id: 'The id "{{name}}" belongs to a plugin of {{other}}.',
  taken_path: 'Its page has the path "{{name}}", and so has one of {{other}}.',
  taken_permission: 'It declares the permission "{{name}}", and so does {{other}}.',
  taken_event: 'It declares the event "{{name}}", and so does {{other}}.',
  taken_notice: 'It declares the notice "{{name}}", and so does {{other}}.',
  missing_requirement: '{{id}} requires {{required}}, which is not installed.',
  version_range: '{{id}} requires {{required}} {{wanted}}, but {{given}} is installed.',
  needed_by: '{{other}} requires {{id}} {{wanted}}, but this is {{given}}.',
  faulty_manifest: 'Its manifest is invalid: {{problem}}.',
  missing_text: 'locales/{{language}}.json lacks "{{key}}".',
  unsigned:
    '{{id}} has a server module but is not signed by a key of the deployment; sign it, or add its hash {{digest}} to deployment.json.',
  unknown_key: 'It is signed by the key "{{key}}", which the deployment does not list.',
  tampered:
    'Its contents were changed after they were signed by the key "{{key}}", or signed by another key.',
  other_digest: 'The deployment expects {{wanted}}, but this is {{given}}.',
  import: '{{path}} imports "{{name}}", which is not a shared module; bundle it with `komak plugin pack`.',
  frame_server:
    'It is isolated in a frame and can only have pages: no server module, tables, events or extensions.',
  foreign_table: 'The migration {{migration}} accesses {{table}}, which is not a table of {{id}}.',
  migration: 'The migration {{migration}} failed: {{problem}}.',
  changed_migration:
    'The migration {{migration}} was applied with other contents; restore it, and write a new file for the change.',
  older: 'Version {{given}} lacks the migration {{migration}}, which a later version has applied.',
  server_throws: 'server.js cannot be loaded: {{problem}}.',
  server_hangs: 'server.js was not loaded within {{seconds}} seconds.',
  other_manifest: 'server.js was built with another manifest than manifest.json; pack it again.',
  route: 'It declares {{call}}, and so does {{other}}.',
  start: 'It failed to start: {{problem}}.',
} as const;

export type RejectionCode = keyof typeof sentences;

/** A reason to reject an external plugin. */
export interface Rejection {
  readonly code: RejectionCode;
  readonly params: Readonly<Record<string, string>>;
}

/** The codes of all rejections. */
export const rejectionCodes = Object.keys(sentences) as RejectionCode[];

/** Creates a rejection. */
export function rejection(code: RejectionCode, params: Readonly<Record<string, string>> = {}): Rejection {
  return { code, params };
}

/** The sentence of a rejection in English. */
export function rejectionText({ code, params }: Rejection): string {
  const sentence = sentences[code].replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => params[name] ?? '');
  // A problem from other code may end with a full stop.
  return sentence.replace(/\.\.$/, '.');
}

/** An external plugin was rejected, for one or more reasons. */
export class PluginRejected extends StartupError {
  readonly rejections: readonly Rejection[];

  constructor(...rejections: readonly Rejection[]) {
    super(rejections.map(rejectionText).join('\n'));
    this.name = 'PluginRejected';
    this.rejections = rejections;
  }
}

/** Throws a rejection. */
export function rejectPlugin(code: RejectionCode, params?: Readonly<Record<string, string>>): never {
  throw new PluginRejected(rejection(code, params));
}
