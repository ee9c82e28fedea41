import HlsJs from 'hls.js';

/** @returns ends that */
export function playHls(video: HTMLVideoElement, path: string, onFailure: () => void): () => void {
  if (!HlsJs.isSupported()) {
    onFailure();
    return () => undefined;
  }
  // The server waits for segments; its refusals are final.
  const policy = {
    default: { maxTimeToFirstByteMs: 40_000, maxLoadTimeMs: 60_000, timeoutRetry: null, errorRetry: null },
  };
  const hls = new HlsJs({ fragLoadPolicy: policy, enableWorker: false, maxBufferLength: 20 });
  hls.on(HlsJs.Events.ERROR, (_, { fatal }) => {
    if (fatal) onFailure();
  });
  hls.loadSource(path);
  hls.attachMedia(video);
  return () => hls.destroy();
}
