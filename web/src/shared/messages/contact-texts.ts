import { messages } from '@skyshelf/contracts/browser';

export const contactTexts = {
  title: 'Contact',
  lead: 'Write to the people who run this installation. They answer by mail.',
  write: 'Your message',
  name: 'Name',
  email: 'Email',
  message: 'Message',
  send: 'Send',
  required: messages.required,
  invalidEmail: messages.invalidEmail,
  sent: 'Message sent successfully',
  notSent: messages.notSent,
  mail: {
    server: null,
    folder: 'This installation has no mail server: messages are put into a folder on its machine.',
    none: 'This installation has no mail server yet: messages wait until it has one.',
  },
};
