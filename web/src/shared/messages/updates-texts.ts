/** What the page of updates says. */
export const updatesTexts = {
  title: 'Updates',
  lead: 'What is new, the latest first.',
  add: 'Add an update',
  headline: 'Headline',
  content: 'Content',
  insert: 'Insert',
  tryAgain: 'Try again',
};
