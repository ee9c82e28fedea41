import type { ServiceName } from '@skyshelf/contracts';

/** The services whose drives are streams. */
export const streamServices = ['catalog', 'billing'] as const satisfies ServiceName[];
export type StreamService = (typeof streamServices)[number];

/** The services that publish events. */
export const publishers = [
  'gateway',
  'catalog',
  'storage',
  'media',
  'billing',
] as const satisfies ServiceName[];

/** Whose events each service acts on. */
export const sourcesOf = {
  catalog: ['billing', 'storage', 'media'],
  storage: ['catalog'],
  media: ['catalog'],
  billing: ['gateway'],
} as const satisfies Partial<Record<ServiceName, readonly ServiceName[]>>;

/** A service that acts on events. */
export type ConsumerName = keyof typeof sourcesOf;
export const consumerNames = ['catalog', 'storage', 'media', 'billing'] as const satisfies ConsumerName[];
