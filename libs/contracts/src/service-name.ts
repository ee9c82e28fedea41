/** They are also the first part of event types and of the databases' names. */
export const serviceNames = ['gateway', 'catalog', 'storage', 'media', 'billing', 'notify'] as const;
export type ServiceName = (typeof serviceNames)[number];
