import plugin from 'fastify-plugin';
import { findSecretFaults, type Variables } from '../api/ownBackend';
import type { DefinitionStore } from '../config/definitionStore';

interface SecretOptions {
  definitions: DefinitionStore;
  variables: Variables;
}

/** Tells the operator, at the start and after each change of definitions, which secrets of institutions' back ends the environment lacks. */
export const secrets = plugin(async (app, { definitions, variables }: SecretOptions) => {
  const tell = (): void => {
    for (const tenant of definitions.tenants)
      for (const reason of findSecretFaults(definitions.settings(tenant) ?? {}, variables))
        app.log.error({ tenant, reason }, 'a secret is missing');
  };
  app.addHook('onReady', async () => tell());
  definitions.onChange(tell);
});
