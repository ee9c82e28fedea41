export { UpdateForm } from './update-form.js';
