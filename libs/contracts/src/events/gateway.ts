import { z } from 'zod';

/** The drive exists from now on. */
export const accountOpened = z.object({
  type: z.literal('gateway.account.opened'),
  sub: z.string(),
  name: z.string(),
});
export type AccountOpened = z.infer<typeof accountOpened>;

/** All sessions have ended. Its owner may keep it until then. */
export const accountClosing = z.object({
  type: z.literal('gateway.account.closing'),
  deleteAfter: z.iso.datetime(),
});

export const accountKept = z.object({ type: z.literal('gateway.account.kept') });

/** The address must be confirmed and stays with the gateway. The address stays with the gateway. */
export const noticesAsked = z.object({ type: z.literal('gateway.notices.asked'), confirmation: z.string() });
export type NoticesAsked = z.infer<typeof noticesAsked>;

export const gatewayEvent = z.discriminatedUnion('type', [
  accountOpened,
  accountClosing,
  accountKept,
  noticesAsked,
]);
export type GatewayEvent = z.infer<typeof gatewayEvent>;
