/** The six services; also the first part of every event type and the name of each database. */
export const serviceNames = ['gateway', 'catalog', 'storage', 'media', 'billing', 'notify'] as const;
export type ServiceName = (typeof serviceNames)[number];
