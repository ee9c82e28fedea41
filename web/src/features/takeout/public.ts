export { Takeout } from './takeout.js';
