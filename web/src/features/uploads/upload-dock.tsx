import { late } from '../../shared/dom/late.js';
import { useUploads } from './uploads.js';

export const UploadBox = late(() => import('./upload-box.js'));

const UploadDock = () => useUploads().totals.all > 0 && <UploadBox />;

export default UploadDock;
