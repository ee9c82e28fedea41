import type { TargetFolder } from '../../../shared/api/target-folder.js';
import { applyChanges } from '../../../shared/listings/listing-cache.js';
import { text } from '../../../shared/messages/en.js';
import { useAppDispatch } from '../../../shared/store/hooks.js';
import { toast } from '../../../shared/toasts/toast.js';
import { useAddPlaylistMutation, useLookUpLinkMutation } from '../links-api.js';
import { remember } from '../../undo/public.js';
import { useIntention, useRefusal, type Submitted } from './use-element-form.js';

interface Playlist {
  linkname: string;
  linkurl: string;
  linktag: string[];
}

/** Makes a folder of the videos of a playlist; the server asks for them. */
export const useAddPlaylist = (targetFolder: TargetFolder): ((playlist: Playlist) => Promise<Submitted>) => {
  const dispatch = useAppDispatch();
  const [lookUp] = useLookUpLinkMutation();
  const [add] = useAddPlaylistMutation();
  const keyFor = useIntention();
  const refusal = useRefusal();
  return async ({ linkname, linkurl, linktag }) => {
    const found = await lookUp({ linktype: 'playlist', linkurl });
    if (!found.data) return refusal(found.error);
    const playlist = { name: linkname, linkurl, linktag, obj: found.data.items };
    const key = keyFor({ targetFolder, playlist });
    const { data, error } = await add({ targetFolder, key, ...playlist });
    if (!data) return refusal(error);
    dispatch(applyChanges({ elements: [data.docs], removed: [] }));
    const undo = dispatch(remember([data.operation]));
    dispatch(toast.success(text.dialogs.inserted, undo));
    return 'done';
  };
};
