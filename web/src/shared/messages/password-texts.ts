/** Texts of the form that opens a link with a password. */
export const passwordTexts = {
  title: 'This link has a password',
  lead: 'Ask the person who sent it to you.',
  field: 'Password',
  open: 'Open',
};
