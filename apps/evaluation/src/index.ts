export { copyMemberKey, formLoneSet } from './form-lone-set.js';
export { startSignIn } from './start-sign-in.js';
