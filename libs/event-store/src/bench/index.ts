export { createRawDrives } from './raw-drives.js';
export { createBenchedStore } from './stored-drives.js';
export { newDrive } from '../example/shelf-commands.js';
