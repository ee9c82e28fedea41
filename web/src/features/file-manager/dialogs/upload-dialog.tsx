import { Suspense } from 'react';
import type { TargetFolder } from '../../../shared/api/target-folder.js';
import { text } from '../../../shared/messages/en.js';
import { UploadSources } from '../../uploads/public.js';
import { DialogFrame } from '../../../shared/dialogs/dialog-frame.js';

/** Where files come from that are uploaded into the open folder. */
export const UploadDialog = ({ targetFolder, close }: { targetFolder: TargetFolder; close: () => void }) => (
  <DialogFrame title={text.sources.title} close={close} width={680}>
    <Suspense>
      <UploadSources targetFolder={targetFolder} done={close} />
    </Suspense>
  </DialogFrame>
);
