import { z } from 'zod';
import { definePlugin, recordChangeSchema, superAdmin } from '#kernel/plugin-api/contract.ts';

const contactText = z.string().trim().max(200).default('');

/** Announced by servers that store entries of the deployment. */
const entriesCapability = 'chat.entries';

/** The assistant answers from a knowledge base, for staff and, if the deployment enables it, for visitors of other sites. */
export const chat = definePlugin({
  id: 'chat',
  version: '1.0.0',
  /** `POST chatbot` accepts more than `{message}`, returns more than `{message, redirect}`, and can stream. */
  capabilities: ['chat.dialogue', entriesCapability],
  config: z.object({
    /** Whether visitors of the deployment's listed sites may use it without signing in. */
    visitors: z.boolean().default(true),
    /** The contact for questions that the assistant cannot answer. */
    contact: z
      .object({
        nameUz: contactText,
        nameRu: contactText,
        phone: contactText,
        address: contactText,
        hours: contactText,
      })
      .prefault({}),
    /** The number of questions per ten minutes. */
    limits: z
      .object({
        address: z.int().min(1).max(10_000).default(30),
        site: z.int().min(1).max(1_000_000).default(1000),
        admin: z.int().min(1).max(10_000).default(120),
      })
      .prefault({}),
    /**
     * An OpenAI-compatible model that phrases answers from found passages; its key is in the server's
     * environment.
     */
    model: z
      .object({
        address: z
          .string()
          .trim()
          .max(300)
          .refine(isAddress, { params: { key: 'chat:validation.address' } })
          .default(''),
        name: z.string().trim().max(200).default(''),
        /** Timeout of the whole answer, in seconds. */
        timeout: z.int().min(1).max(120).default(20),
      })
      .prefault({}),
  }),
  routes: {
    entries: { path: '/assistant/entries', access: superAdmin, capability: entriesCapability },
    add: { path: '/assistant/add', access: superAdmin, capability: entriesCapability },
    edit: { path: '/assistant/:id', access: superAdmin, capability: entriesCapability },
  },
  menu: { entries: { icon: 'bot' } },
  events: { chat_entry_change: { payload: recordChangeSchema, access: superAdmin, area: 'none' } },
  extensions: ['kernel.floating', 'kernel.topBar'],
});

/** An address without user, query and fragment; empty for no model. */
function isAddress(text: string): boolean {
  return text === '' || /^https?:\/\/[\w.[\]:-]+(\/[^\s?#@]*)?$/.test(text);
}
