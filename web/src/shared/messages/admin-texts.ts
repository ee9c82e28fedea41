/** What admins read. */
export const adminTexts = {
  add: 'Add an update',
  headline: 'Headline',
  content: 'Content',
  insert: 'Insert',
  inserted: 'Inserted successfully',
  insertFailed: 'Error insert data.',
};
