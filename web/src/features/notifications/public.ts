export { Notifications } from './notifications-panel.js';
export { notifyOfEnds } from './notify-of-ends.js';
