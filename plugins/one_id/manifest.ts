import { z } from 'zod';
import { definePlugin, signInCapability } from '#kernel/plugin-api/contract.ts';

/** OneID: signing in through the national identity service, and the link of the user's account to it. */
export const oneId = definePlugin({
  id: 'one_id',
  version: '1.0.0',
  announcedOnly: true,
  /** Announced once address and client are set, and the secret is in the server's environment. */
  capabilities: [signInCapability],
  config: z.object({
    /** The service's single endpoint address. */
    address: z
      .string()
      .trim()
      .max(300)
      .refine(isAddress, { params: { key: 'one_id:validation.address' } })
      .default(''),
    /** The client id that the service has assigned to us. */
    clientId: z.string().trim().max(200).default(''),
    scope: z.string().trim().max(200).default(''),
  }),
  extensions: ['kernel.settings'],
});

/** Over HTTPS, or on localhost; empty if there is no service. */
function isAddress(text: string): boolean {
  return text === '' || /^https:\/\/[^\s/?#@]+(\/\S*)?$/i.test(text) || onThisMachine.test(text);
}

const onThisMachine = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?(\/\S*)?$/i;
