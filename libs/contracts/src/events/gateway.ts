import { z } from 'zod';

/** A user signed in for the first time: the drive exists from now on. */
export const accountOpened = z.object({
  type: z.literal('gateway.account.opened'),
  sub: z.string(),
  name: z.string(),
});
export type AccountOpened = z.infer<typeof accountOpened>;

export const gatewayEvent = z.discriminatedUnion('type', [accountOpened]);
export type GatewayEvent = z.infer<typeof gatewayEvent>;
