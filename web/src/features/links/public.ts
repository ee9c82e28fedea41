export { default } from './share-dialog.js';
