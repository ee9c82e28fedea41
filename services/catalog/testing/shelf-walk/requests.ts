import type { Command, Where } from '../model/commands.js';
import { video, wrongVideo } from '../model/samples.js';

/** A call of the specification. */
export interface Request {
  method: 'POST' | 'DELETE';
  path: string;
  body: Record<string, unknown>;
}

const post = (path: string, body: Record<string, unknown>): Request => ({ method: 'POST', path, body });
const at = (where: Where) => ('ref' in where ? { url: '/', folderId: where.ref } : { url: where.path });
const fileAddress = (blob: string | null) => `Cloud/${blob ?? 'nobody'}/somebody###name`;

/** Converts commands that are one call and nothing else. */
export function requestOf(command: Command): Request {
  switch (command.do) {
    case 'folder':
    case 'link':
      return add(command);
    case 'edit':
      return edit(command);
    case 'edit-path': {
      const newPath = `${command.to}${command.name.typed}/`;
      return post('/api/edit/path/', { prevPath: command.from, newPath });
    }
    case 'edit-file': {
      const arrOld = command.from.map(fileAddress);
      const arrNew = command.to.map(fileAddress);
      return post('/api/edit/file', { arrOld, arrNew });
    }
    case 'cut':
    case 'copy':
      return post('/api/paste/', { ...at(command.where), arr: command.refs, action: command.do });
    case 'delete':
      return {
        method: 'DELETE',
        path: '/api/delete/',
        body: { url: '/', arr: command.refs, ...(command.forever && { forever: true }) },
      };
    case 'restore':
      return post('/api/trash/restore', {
        ids: command.refs,
        ...(command.to && 'ref' in command.to && { to: command.to.ref }),
        parents: command.parents,
      });
    case 'purge':
      return post('/api/trash/purge', command.refs ? { ids: command.refs } : { all: true });
    case 'playlist':
      return playlist(command);
    case 'tag':
      return post('/api/tags/elements', { arr: command.refs, add: command.add, remove: command.remove });
    case 'rename-tag':
      return post('/api/tags/rename', { tag: command.tag, to: command.to });
    case 'remove-tag':
      return post('/api/tags/remove', { tag: command.tag });
    case 'start':
      return start(command);
    case 'restore-version':
      return post('/api/versions/restore', { id: command.ref, version: command.blob });
    case 'keep-version':
      return post('/api/versions/keep', { id: command.ref, version: command.blob, name: command.label });
    case 'drop-versions':
      return post('/api/versions/drop', { id: command.ref, all: true });
    case 'confirm':
      return post('/api/confirm', { _id: command.ref, confirm: command.confirm });
    case 'exist':
      return post('/api/exist/', { url: fileAddress(command.blob) });
    case 'open':
      return post('/api/open', { _id: command.ref });
    default:
      throw new Error(`${command.do} is no call of its own`);
  }
}

function add(command: Extract<Command, { do: 'folder' | 'link' }>): Request {
  const link = command.do === 'link' ? command.link : { type: 'folder', typed: null };
  const obj = {
    linkname: command.name.typed,
    linktag: command.tags,
    linktype: link.type,
    linkurl: link.typed,
  };
  return post('/api/add/', { ...at(command.where), obj });
}

function edit({ refs, name, tags, url }: Extract<Command, { do: 'edit' }>): Request {
  const obj = {
    ...(name && { linkname: name.typed }),
    ...(tags && { linktag: tags }),
    ...(url !== null && { linkurl: url }),
  };
  return post('/api/edit/', { url: '/', id: refs.length === 1 ? refs[0] : refs, obj });
}

function playlist(command: Extract<Command, { do: 'playlist' }>): Request {
  const linkurl = command.wrong ? wrongVideo.typed : video.typed;
  const obj = command.titles.map((linkname) => ({ linkname, linktype: 'youtube', linkurl }));
  return post('/api/addplaylist/', {
    ...at(command.where),
    name: command.name.typed,
    linkurl: command.url,
    obj,
  });
}

function start({ where, files, replaces }: Extract<Command, { do: 'start' }>): Request {
  const offered = files.map(({ typed, size, type }) => ({ name: typed, size, type, source: 'device' }));
  return post('/api/upload/start', {
    ...at(where),
    files: offered,
    ...(replaces && { conflict: 'replace' }),
  });
}
