import type { ConfigOf } from '#kernel/plugin-api/contract.ts';
import type { chat } from '../../manifest.ts';

/** The language model of the deployment; its key comes from the environment only. */
export interface Provider {
  readonly address: string;
  readonly name: string;
  /** Null for a model that needs no key, such as a local one. */
  readonly key: string | null;
  readonly timeoutMs: number;
}

/** The configured model; null without one: then no data leave the server. */
export function providerOf(
  { model }: ConfigOf<typeof chat>,
  variables: Readonly<Record<string, string | undefined>> = process.env,
): Provider | null {
  if (model.address === '' || model.name === '') return null;
  const key = variables['KOMAK_CHAT_KEY'] || null;
  return {
    address: model.address.replace(/\/+$/, ''),
    name: model.name,
    key,
    timeoutMs: model.timeout * 1000,
  };
}
