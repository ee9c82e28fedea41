import type { ToldSources } from '@skyshelf/contracts';
import { providerSettings, type CompanionConfig } from './companion.config.js';

type Source = ToldSources['sources'][number];

/** With reasons for users and hints for the operator. */
export function configuredSources(config: CompanionConfig): ToldSources {
  const isAllowed = (name: Source['name']): boolean => config.sources.includes(name);
  const off = (name: Source['name']): Source => ({
    name,
    on: false,
    reason: 'The operator of this Skyshelf has switched it off.',
    hint: null,
  });
  const on = (name: Source['name']): Source => ({ name, on: true, reason: null, hint: null });
  return {
    sources: [
      isAllowed('url') ? on('url') : off('url'),
      ...providerSettings.map(({ name, label, key, env }): Source => {
        if (!isAllowed(name)) return off(name);
        if (config[key] !== undefined) return on(name);
        const hint = `${label} is off: ${env}_KEY and ${env}_SECRET are missing.`;
        return { name, on: false, reason: `${label} is not set up here.`, hint };
      }),
    ],
  };
}

export const configuredNames = (config: CompanionConfig): Source['name'][] =>
  configuredSources(config)
    .sources.filter(({ on }) => on)
    .map(({ name }) => name);

export const hintsOf = ({ sources }: ToldSources): string[] => sources.flatMap(({ hint }) => hint ?? []);
