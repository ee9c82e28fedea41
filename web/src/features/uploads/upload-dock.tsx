import { UploadBox } from './upload-box-later.js';
import { useUploads } from './use-uploads.js';

/** What is on its way. */
const UploadDock = () => useUploads().totals.all > 0 && <UploadBox />;

export default UploadDock;
