import { late } from '../../shared/dom/late.js';

export const UploadBox = late(() => import('./upload-box.js'));
