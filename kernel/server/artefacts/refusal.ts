import { StartupError } from '../config/startup-error.ts';

/** Why an outside plugin is refused, in English for the command line; `plugins:refused.<code>` says it on the page. */
const sentences = {
  not_found: 'There is no folder, package or .tgz at {{source}}.',
  not_an_archive: 'The archive cannot be read: {{problem}}. Make it with `komak plugin pack`.',
  too_large: 'It has {{size}}, and {{limit}} are allowed.',
  path_outside: 'The archive holds the path "{{path}}", which leads out of its folder.',
  link: 'The archive holds the link "{{path}}"; links are not unpacked.',
  unknown_file: 'The file "{{path}}" is no part of a plugin.',
  missing_file: 'The file {{path}} is missing.',
  not_json: 'The file {{path}} is not what it should be: {{problem}}.',
  api_version: 'It needs plugin-api {{wanted}}, and this Ko‘mak has {{given}}.',
  taken_id: 'The id "{{name}}" belongs to a plugin that comes with {{other}}.',
  taken_path: 'Its page has the path "{{name}}", and so has one of {{other}}.',
  taken_permission: 'It declares the permission "{{name}}", and so does {{other}}.',
  taken_event: 'It declares the event "{{name}}", and so does {{other}}.',
  taken_notice: 'It declares the notice "{{name}}", and so does {{other}}.',
  missing_requirement: '{{id}} requires {{required}}, which is not installed here.',
  version_range: '{{id}} requires {{required}} {{wanted}}, and {{given}} is installed here.',
  needed_by: '{{other}} requires {{id}} {{wanted}}, and this is {{given}}.',
  faulty_manifest: 'Its manifest is wrong: {{problem}}.',
  missing_text: 'locales/{{language}}.json lacks "{{key}}".',
  unsigned:
    '{{id}} has a server module, and no key that the deployment lists has signed it; sign it, or write its hash {{digest}} into deployment.json.',
  unknown_key: 'It is signed by the key "{{key}}", which the deployment does not list.',
  tampered: 'Its contents are not those that the key "{{key}}" has signed, or another key has signed them.',
  other_digest: 'The deployment expects {{wanted}}, and this is {{given}}.',
  import: '{{path}} imports "{{name}}", which is no shared module; bundle it with `komak plugin pack`.',
  frame_server:
    'It is isolated in a frame, where it has pages alone: no server module, tables, events or extensions.',
  foreign_table: 'The migration {{migration}} touches {{table}}, which is not a table of {{id}}.',
  migration: 'The migration {{migration}} failed: {{problem}}.',
  changed_migration:
    'The migration {{migration}} was applied here with other contents; put it back, and write a new file for the change.',
  older: 'Version {{given}} lacks the migration {{migration}}, which a later version has applied here.',
  server_throws: 'server.js cannot be loaded: {{problem}}.',
  server_hangs: 'server.js was not loaded within {{seconds}} seconds.',
  other_manifest: 'server.js was built of another manifest than manifest.json; pack it again.',
  route: 'It answers {{call}}, and so does {{other}}.',
  start: 'It did not start: {{problem}}.',
} as const;

export type RefusalCode = keyof typeof sentences;

/** One reason not to add an outside plugin. */
export interface Refusal {
  readonly code: RefusalCode;
  readonly params: Readonly<Record<string, string>>;
}

/** The codes of all refusals. */
export const refusalCodes = Object.keys(sentences) as RefusalCode[];

/** Makes a refusal. */
export function refusal(code: RefusalCode, params: Readonly<Record<string, string>> = {}): Refusal {
  return { code, params };
}

/** The sentence of a refusal in English. */
export function refusalText({ code, params }: Refusal): string {
  const sentence = sentences[code].replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => params[name] ?? '');
  // A problem that other code words may end in a full stop of its own.
  return sentence.replace(/\.\.$/, '.');
}

/** An outside plugin is refused, for one reason or several. */
export class PluginRefused extends StartupError {
  readonly refusals: readonly Refusal[];

  constructor(...refusals: readonly Refusal[]) {
    super(refusals.map(refusalText).join('\n'));
    this.name = 'PluginRefused';
    this.refusals = refusals;
  }
}

/** Throws a refusal. */
export function refuse(code: RefusalCode, params?: Readonly<Record<string, string>>): never {
  throw new PluginRefused(refusal(code, params));
}
