import type { ElementView } from '@skyshelf/contracts/browser';
import { useEffect } from 'react';
import { callApi } from '../../../shared/api/call-api.js';
import { newKey } from '../../../shared/api/idempotency-key.js';
import { jobsFound } from '../../../shared/jobs/jobs-slice.js';
import { kindOf } from '../../../shared/kinds/kind-of.js';
import { report } from '../../../shared/report.js';
import { store } from '../../../shared/store/store.js';
import { SeenElements } from './seen-elements.js';
import { ThumbnailPolls } from './thumbnail-polls.js';

const seen = new SeenElements({
  tell: async (arr) => {
    try {
      const { docs } = await callApi('prioritizeJobs', { body: { arr } });
      store.dispatch(jobsFound(docs));
    } catch (failure) {
      report('It could not be told which pictures are waited for', failure);
    }
  },
});

const polls = new ThumbnailPolls({
  exists: async (url) => (await callApi('fileExists', { body: { url } }, { tries: 1 })).file,
  confirm: async (_id, confirm) => {
    try {
      await callApi('confirmThumbnail', { body: { _id, confirm }, idempotencyKey: newKey() }, { tries: 1 });
    } catch (failure) {
      report('It could not be noted whether a picture is there', failure);
    }
  },
});

interface AwaitedPictureProps {
  element: ElementView;
  isWorkedOn: boolean;
}

/** Puts the work on its element before the user's other; where none is known, looks for its picture. */
export const AwaitedPicture = ({ element, isWorkedOn }: AwaitedPictureProps) => {
  const { _id: id, thumbnailImage: address } = element;
  const isVideo = kindOf(element) === 'video';
  const isUnknown = !isWorkedOn && (isVideo || kindOf(element) === 'image');
  useEffect(() => seen.add(id), [id]);
  useEffect(
    () => (isUnknown ? polls.watch({ id, address, isVideo }) : undefined),
    [isUnknown, id, address, isVideo],
  );
  return null;
};
