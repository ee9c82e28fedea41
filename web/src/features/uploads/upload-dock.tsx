import { lazyWithPreload } from '../../shared/dom/lazy-with-preload.js';
import { useUploads } from './page-uploads.js';

export const UploadBox = lazyWithPreload(() => import('./upload-box.js'));

const UploadDock = () => useUploads().totals.all > 0 && <UploadBox />;

export default UploadDock;
