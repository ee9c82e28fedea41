export { AccountDeletion } from './account-deletion.js';
