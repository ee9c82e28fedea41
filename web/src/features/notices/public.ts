export { NoticeAddress } from './notice-address.js';
