/** What the pages about plans say. */
export const pricingTexts = {
  title: 'Pricing',
  lead: 'Start with room for 250 MB, free. Take more when you need it, and stop whenever you like.',
  monthly: 'monthly',
  room: (size: string) => `${size} of room`,
  subscribe: 'Subscribe Now',
  upgrade: 'Upgrade Now',
  notAvailable: 'Plans not available',
  tryAgain: 'Try again',
  notSetUp: 'Payments are not set up on this server, so paid plans cannot be bought here yet.',
  logInFirst: 'Please Log In First',
  logInFirstText: 'In order to subscribe this plan you need to be logged in.',
  cancel: 'Cancel',
  logIn: 'Log In',
  payed: 'Purchase Successfully Completed',
  payedText:
    'Thank you. Your new plan is there as soon as the payment provider has confirmed the payment, mostly within a minute.',
  cancelled: 'Purchase Cancelled',
  cancelledText: 'Nothing was bought and nothing was paid. Your plan stays as it is.',
  goHome: 'Go Home',
  accepted: 'Payments by PayPal',
  standIn: 'Payments are tried out on this server: no money moves.',
  yours: 'Your subscriptions',
  since: (day: string) => `Since ${day}.`,
  renews: 'It renews each month until you cancel it with the payment provider.',
  failing: (day: string) =>
    `The last payment has failed. Your plan stays until ${day}; please look at your account with the payment provider.`,
  endsAt: (day: string) => `Cancelled. Your plan stays until ${day}.`,
  waits: 'No payment has arrived yet.',
  redundant: (plan: string) =>
    `Your larger plan counts, so ${plan} gives you nothing, yet you still pay for it: cancel it with the payment provider.`,
  acceptedHint: 'What is PayPal? Opens a window of its own.',
};
