import { z } from 'zod';

/** A user signed in for the first time: the drive exists from now on. */
export const accountOpened = z.object({
  type: z.literal('gateway.account.opened'),
  sub: z.string(),
  name: z.string(),
});
export type AccountOpened = z.infer<typeof accountOpened>;

/** An account is to be deleted, and no one is signed in to it any more. Its owner may keep it until then. */
export const accountClosing = z.object({
  type: z.literal('gateway.account.closing'),
  deleteAfter: z.iso.datetime(),
});

/** Its owner has come back in time: it is as it was. */
export const accountKept = z.object({ type: z.literal('gateway.account.kept') });

/** Its owner has given a mail address for notices, and has to confirm it. The address itself stays with the gateway. */
export const noticesAsked = z.object({ type: z.literal('gateway.notices.asked'), confirmation: z.string() });
export type NoticesAsked = z.infer<typeof noticesAsked>;

export const gatewayEvent = z.discriminatedUnion('type', [
  accountOpened,
  accountClosing,
  accountKept,
  noticesAsked,
]);
export type GatewayEvent = z.infer<typeof gatewayEvent>;
