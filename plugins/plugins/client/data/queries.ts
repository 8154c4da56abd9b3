import { gql, type TypedDocumentNode } from '#kernel/plugin-api/client.ts';
import type { InstalledPlugin, Plan, PluginDetail } from '../../contract.ts';

const state = 'id version reasons essential requires requiredBy deployed switched changedBy changedAt';

/** Every installed plugin. Reasons are passed through unchanged: they are no entities. */
export const pluginsDocument: TypedDocumentNode<
  { readonly plugins: readonly InstalledPlugin[] },
  Record<string, never>
> = gql`
  query Plugins {
    plugins @rest(type: "[InstalledPlugin]", path: "plugins/installed") {
      ${state}
    }
  }
`;

/** One plugin with all its details; its contributions and settings are passed through unchanged. */
export const pluginDocument: TypedDocumentNode<{ readonly plugin: PluginDetail }, { id: string }> = gql`
  query Plugin($id: String!) {
    plugin(id: $id) @rest(type: "PluginDetail", path: "plugins/{args.id}") {
      ${state}
      adds loaded settings external
    }
  }
`;

/** The consequences of enabling or disabling a plugin; parts are passed through unchanged. */
export const planDocument: TypedDocumentNode<{ readonly plan: Plan }, { id: string; enabled: boolean }> = gql`
  query PluginPlan($id: String!, $enabled: Boolean!) {
    plan(id: $id, enabled: $enabled)
      @rest(type: "PluginPlan", path: "plugins/{args.id}/plan?enabled={args.enabled}") {
      on
      also
      forbidden
      removed
      preserved
      roles
    }
  }
`;
