import { messages } from '@skyshelf/contracts/browser';

export const noticesTexts = {
  title: 'Notices by mail',
  hint: 'When a payment fails or a subscription is cancelled, before this account is deleted, when your space is almost used up, and when files came by a link with which you ask for them. Nothing else is sent.',
  address: 'Mail address',
  save: 'Save',
  change: 'Change',
  cancel: 'Cancel',
  resend: 'Send again',
  remove: 'Remove',
  confirmed: 'Confirmed',
  notConfirmed: 'Not confirmed yet',
  mailSent: {
    server: (moment: string) =>
      `A mail with a link was sent there. Open the link by ${moment} to confirm the address.`,
    folder: (moment: string) =>
      `The mail with the link lies in that folder. The link is good until ${moment}.`,
    none: (moment: string) => `The mail with the link waits. The link is good until ${moment}.`,
  },
  until: (address: string) => `Until then notices go to ${address}.`,
  sentAgain: 'The mail was sent again. Links in earlier ones no longer work.',
  removed: 'The address was removed.',
  required: messages.required,
  invalid: messages.invalidEmail,
  unavailable: 'Your notice address cannot be shown just now.',
  tryAgain: 'Try again',
  way: {
    server: null,
    folder:
      'This installation has no mail server: mails are put into a folder on its machine and reach no one. Only who can read that folder can confirm an address.',
    none: 'This installation has no mail server yet: mails wait until it has one, and no address can be confirmed before that.',
  },
  confirm: {
    title: 'Confirm your address',
    ask: 'Notices of your account will go to the address that this link was sent to.',
    button: 'Confirm',
    done: 'Your address is confirmed',
    doneLead:
      'Notices of your account go there from now on. You can change or remove it on your account page.',
    account: 'My Account',
    expired: 'This link is no longer good',
    expiredLead:
      'It works once and for 24 hours, and only the last one that was sent. Ask for a new one on your account page.',
  },
  stop: {
    title: 'No more of these mails',
    ask: 'Mails will no longer tell you of files that come by your links. Other notices of your account go on.',
    button: 'Stop these mails',
    done: 'These mails have ended',
    doneLead: 'To get them again, remove your address on your account page and give it once more.',
    expiredLead: 'Remove your address on your account page to get no notices at all.',
  },
};
