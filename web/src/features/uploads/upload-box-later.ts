import { late } from '../../shared/dom/late.js';

/** How the uploads look: fetched when the first files come, or are held over the page. */
export const UploadBox = late(() => import('./upload-box.js'));
