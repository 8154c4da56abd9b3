import type { FormEvent } from 'react';
import { styled } from 'styled-components';
import {
  ProblemBanner,
  Button,
  Card,
  focusFirstWrong,
  FormBody,
  Stack,
  submitOnCtrlEnter,
  useText,
} from '#kernel/plugin-api/client.ts';
import type { PluginDetail, PluginSettings } from '../../contract.ts';
import { useSettingsForm } from './use-settings-form.ts';
import { usePluginTexts } from '../data/use-plugin-texts.ts';
import { NewerSettingsNote } from './newer-settings-note.tsx';
import { SettingField, type SettingWords } from './setting-field.tsx';

export interface SettingsCardProps {
  readonly id: string;
  readonly settings: PluginSettings;
  readonly onSaved: (plugin: PluginDetail) => void;
}

/** The settings of a plugin as a form generated from their schema. */
export function SettingsCard({ id, settings, onSaved }: SettingsCardProps) {
  const t = useText('plugins');
  const { find } = usePluginTexts();
  const { schema, form, errors, failure, newer, dirty, sending, differs, ...does } = useSettingsForm(
    id,
    settings,
    onSaved,
  );
  const words: SettingWords = {
    label: (path) => find(id, `config.${path}.label`, path.split('.').at(-1) ?? path),
    hint: (path) => find(id, `config.${path}.hint`, '') || undefined,
    option: (path, value) => find(id, `config.${path}.options.${value}`, value),
  };

  function notesOf(key: string): string[] {
    return [
      ...(settings.visible.includes(key) ? [t('settings.visible')] : []),
      ...(settings.overridden.includes(key) ? [t('settings.overridden')] : []),
    ];
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    const container = event.target as HTMLElement;
    void does.submit().then(() => focusFirstWrong(container));
  }

  return (
    <Card title={t('settings.title')}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a shortcut for the whole form */}
      <Stack as="form" noValidate onSubmit={submit} onKeyDown={submitOnCtrlEnter}>
        <FormBody submitting={sending}>
          {Object.entries(schema.properties ?? {}).map(([key, part]) => (
            <SettingField
              key={key}
              path={key}
              schema={part}
              value={form[key]}
              onChange={(value) => does.change({ ...form, [key]: value })}
              errors={errors}
              words={words}
              notes={notesOf(key)}
              isSet={settings.secrets.some((secret) => secret.key === key && secret.set)}
            />
          ))}
        </FormBody>
        {newer === null ? null : <NewerSettingsNote schema={schema} newer={newer} words={words} />}
        <ProblemBanner>{failure}</ProblemBanner>
        <SaveButtons {...{ dirty, sending, differs }} undo={does.undo} takeDeployed={does.takeDeployed} />
      </Stack>
    </Card>
  );
}

type SaveButtonsProps = Pick<
  ReturnType<typeof useSettingsForm>,
  'dirty' | 'sending' | 'differs' | 'undo' | 'takeDeployed'
>;

function SaveButtons({ dirty, sending, differs, undo, takeDeployed }: SaveButtonsProps) {
  const t = useText('plugins');
  return (
    <Buttons>
      <Button type="submit" variant="primary" loading={sending} disabled={!dirty}>
        {t('settings.save')}
      </Button>
      {dirty ? (
        <Button onClick={undo} disabled={sending}>
          {t('settings.undo')}
        </Button>
      ) : null}
      {differs ? (
        <Button variant="ghost" onClick={takeDeployed} disabled={sending}>
          {t('settings.asDeployed')}
        </Button>
      ) : null}
    </Buttons>
  );
}

const Buttons = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: var(--s2);
`;
