export { CancelledAccounts } from './cancelled-accounts.js';
export { UpdateForm } from './update-form.js';
