import { late } from '../../shared/dom/late.js';
import { useUploads } from './use-uploads.js';

export const UploadBox = late(() => import('./upload-box.js'));

/** What is on its way. */
const UploadDock = () => useUploads().totals.all > 0 && <UploadBox />;

export default UploadDock;
