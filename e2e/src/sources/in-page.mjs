/**
 * Runs in the page: Uppy as a page of Skyshelf uses it, with nothing of ours in it but who asks for leave and
 * what becomes of a file that has come.
 */
import Uppy, { BasePlugin } from '@uppy/core';
import { RateLimitedQueue } from '@uppy/core/utils';
import Dropbox from '@uppy/dropbox';
import Url from '@uppy/url';

const call = async (path, token, body) => {
  const answer = await fetch(path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': crypto.randomUUID(),
    },
    body: JSON.stringify(body),
  });
  return answer.json();
};

class Imports extends BasePlugin {
  constructor(uppy, { token }) {
    super(uppy, {});
    this.id = 'Imports';
    this.type = 'uploader';
    this.token = token;
    this.queue = new RateLimitedQueue(2);
  }

  install() {
    this.uppy.addUploader((ids) => Promise.all(ids.map((id) => this.bring(this.uppy.getFile(id)))));
  }

  async bring(file) {
    const { name, size, type } = file;
    const source = file.source === 'Dropbox' ? 'dropbox' : 'url';
    const asked = { url: '/', file: { name, size: size ?? null, type: type ?? '', source } };
    const { leave, warnings } = await call('/api/sources/start', this.token, asked);
    if (!leave) throw new Error(warnings[0].message);
    this.uppy.emit('upload-start', [file]);
    const client = this.uppy.getRequestClientForFile(file);
    await client.uploadRemoteFile(
      file,
      { endpoint: location.origin, headers: { 'Import-Grant': leave.grant }, metadata: { name } },
      { signal: new AbortController().signal, getQueue: () => this.queue },
    );
  }
}

globalThis.startSources = (token) => {
  const room = document.body.appendChild(document.createElement('div'));
  Object.assign(room, { id: 'sources', style: 'position:fixed;inset:0;z-index:9999;background:white' });
  const companion = {
    companionUrl: `${location.origin}/companion`,
    companionHeaders: { authorization: `Bearer ${token}` },
    target: '#sources',
  };
  const uppy = new Uppy({ autoProceed: true, allowMultipleUploadBatches: true })
    .use(Imports, { token })
    .use(Url, companion)
    .use(Dropbox, companion);
  const said = [];
  uppy.on('upload-success', (file, { body }) => {
    void call('/api/upload/file/', token, { url: '/', files: [{ receipt: body.receipt }] }).then(({ docs }) =>
      said.push(`${docs.ops[0].linkname}: ${docs.ops[0].size} bytes, ${docs.ops[0].source}`),
    );
  });
  uppy.on('upload-error', (file, error) => said.push(`${file.name}: ${error.message}`));
  uppy.on('info-visible', () =>
    said.push(...uppy.getState().info.map(({ message, details }) => `${message} ${details ?? ''}`)),
  );
  Object.assign(globalThis, { sources: uppy, sourcesSaid: said });
};
