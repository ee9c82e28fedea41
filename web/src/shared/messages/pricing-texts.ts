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
  acceptedHint: 'What is PayPal? Opens a window of its own.',
};
