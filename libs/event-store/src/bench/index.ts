export { createRawDrives } from './raw-drives.js';
export { createBenchedStore } from './stored-drives.js';
export { newDrive } from '../example/new-drive.js';
