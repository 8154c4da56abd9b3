import { generateKey } from '#kernel/server/artefacts/signature.ts';
import { queueFiles, writePacked, type QueueDraft } from '../external/support/queue.ts';
import { Api } from './support/api.ts';
import { inLanguage } from './support/records.ts';
import { deploymentWith, startProduct, type Server } from './support/server.ts';
import { untilLive } from './support/staff.ts';
import { expect, test } from './support/test.ts';

const { privateKey, publicKey } = generateKey();
const key = { name: 'city', privateKey };

let server: Server;
let api: Api;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  server = await startProduct(
    deploymentWith((deployment) => void (deployment.trust = { keys: { city: publicKey } })),
  );
  api = new Api(server.url);
});
test.afterAll(() => server.close());

/**
 * A page with a hook, a styled component, a store, a link, a text and a call, each through the host's own
 * modules.
 */
function clientOf(version: string): string {
  return `
    import { createElement as h, useEffect, useState } from 'react';
    import { jsx } from 'react/jsx-runtime';
    import { Link, useLocation } from 'react-router-dom';
    import { styled } from 'styled-components';
    import { proxy, useSnapshot } from 'valtio';
    import { z } from 'zod';
    import { gql } from '@apollo/client';
    import { useApolloClient } from '@apollo/client/react';
    import { anyone, definePlugin } from '@komak/plugin-api/contract';
    import { Button, defineClient, PageTitle, send, toast, useText } from '@komak/plugin-api/client';

    const manifest = definePlugin({ id: 'queue', version: '${version}',
      config: z.object({ greeting: z.string().default('salom') }),
      routes: { hall: { path: '/queue', access: anyone } } });
    const store = proxy({ presses: 0 });
    const Box = styled.section\`border: 3px solid rgb(1, 2, 3); padding: 8px;\`;

    function Hall() {
      const t = useText('queue');
      const { presses } = useSnapshot(store);
      const { pathname } = useLocation();
      const apollo = useApolloClient();
      const [answer, setAnswer] = useState(null);
      useEffect(() => { send('GET', 'queue').then(setAnswer); }, []);
      return h(Box, { 'data-testid': 'queue' },
        jsx(PageTitle, { children: t('menu.hall') }), h('h1', null, t('menu.hall')),
        h('p', null, 'version ${version} at ' + pathname + (apollo && gql\`{ a }\`.kind === 'Document' ? ' with Apollo' : '')),
        h('p', null, answer ? answer.waiting + ' wait' : '…'),
        h(Button, { onClick: () => { store.presses++; toast.success('pressed'); } }, 'press ' + presses),
        h(Link, { to: '/settings' }, 'settings'));
    }
    export const client = defineClient(manifest, { pages: { hall: Hall } });`;
}

const draft = (version: string, more: QueueDraft = {}): QueueDraft => ({
  key,
  version,
  client: clientOf(version),
  ...more,
});
const add = async (version: string, more: QueueDraft = {}) =>
  server.command('plugin', 'add', await writePacked(queueFiles(draft(version, more))), '--yes');

for (const [language, translate] of inLanguage('ru')) {
  test(`an external plugin is added, changed and removed in open browsers, in ${language}`, async ({
    open,
  }) => {
    const [hall, title] = language === 'uz' ? ['Qabul zali', 'Navbat'] : ['Зал приёма', 'Очередь'];
    const page = await open(server.url, 'superadmin', { path: '/settings', language }, api);
    const worker = await open(server.url, 'operator', { path: '/applications/accept', language }, api);
    const menu = page.getByRole('navigation', { name: translate('kernel:shell.menu') });
    const field = worker.getByPlaceholder(translate('applications:accept.messagePlaceholder'));
    await field.fill('Tomni yopishga shifer kerak');
    await Promise.all([untilLive(page), untilLive(worker)]);

    expect(await add('1.0.0')).toMatchObject({ code: 0 });
    expect(await server.command('plugins', 'enable', 'queue')).toMatchObject({ code: 0 });
    await expect(menu.getByText(title)).toBeVisible();
    await menu.getByText(title).click();
    await expect(page.getByRole('heading', { name: hall })).toBeVisible();
    await expect(page.getByText('version 1.0.0 at /queue with Apollo')).toBeVisible();
    await expect(page.getByText('7 wait')).toBeVisible();
    await expect(page.getByTestId('queue')).toHaveCSS('border-top-color', 'rgb(1, 2, 3)');
    await page.getByRole('button', { name: 'press 0' }).click();
    await expect(page.getByRole('button', { name: 'press 1' })).toBeVisible();
    await expect(page.getByText('pressed', { exact: true })).toBeVisible();

    const second = { files: { 'migrations/002-more.sql': 'update queue_counters set waiting = 12;' } };
    expect(await add('1.1.0', second)).toMatchObject({ code: 0 });
    await expect(page.getByText('version 1.1.0 at /queue with Apollo')).toBeVisible();
    await expect(page.getByText('12 wait')).toBeVisible();
    // Users of other pages keep their typed text.
    await expect(field).toHaveValue('Tomni yopishga shifer kerak');

    await page.getByRole('link', { name: 'settings' }).click();
    await expect(page).toHaveURL(/\/settings/);
    await page.goBack();
    expect(await server.command('plugins', 'disable', 'queue')).toMatchObject({ code: 0 });
    await expect(
      page.getByRole('heading', { name: translate('kernel:pages.switchedOff.title') }),
    ).toBeVisible();
    expect(await server.command('plugin', 'remove', 'queue')).toMatchObject({ code: 0 });
    await expect(menu.getByText(title)).toHaveCount(0);
    await expect(field).toHaveValue('Tomni yopishga shifer kerak');
    expect(await server.command('plugin', 'purge', 'queue', '--yes')).toMatchObject({ code: 0 });
  });
}
