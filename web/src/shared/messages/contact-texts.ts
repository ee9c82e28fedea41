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
    server: 'Your message goes to them by mail.',
    folder:
      'This installation has no mail server: your message is kept in a folder on its machine, where they can read it.',
    none: 'This installation has no mail server yet: your message is kept until it has one.',
  },
};
