/** What other features may use of the uploads. */
export { uploads } from './uploads.js';
