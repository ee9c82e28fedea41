export { copyMemberKey } from './copy-member-key.js';
export { formLoneSet } from './form-lone-set.js';
export { startSignIn } from './start-sign-in.js';
