import type { ConfigOf } from '#kernel/contract/index.ts';
import type { chat } from '../../manifest.ts';

/** A language model as this deployment knows it; its key is in the environment and nowhere else. */
export interface Provider {
  readonly address: string;
  readonly name: string;
  /** Null for a model that asks for none, as those on one's own machine. */
  readonly key: string | null;
  /** Milliseconds for the whole answer. */
  readonly timeout: number;
}

/** The model, or null where the deployment has none: then nothing leaves the machine. */
export function providerOf(
  { model }: ConfigOf<typeof chat>,
  variables: Readonly<Record<string, string | undefined>> = process.env,
): Provider | null {
  if (model.address === '' || model.name === '') return null;
  const key = variables['KOMAK_CHAT_KEY'] || null;
  return { address: model.address.replace(/\/+$/, ''), name: model.name, key, timeout: model.timeout * 1000 };
}
