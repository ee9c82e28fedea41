import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { callerOf } from './callers.js';
import type { ServingDeps } from './serve-requests.js';
import { openTextSocket } from './text-socket.js';

const uploads = /^\/companion\/api\/[\w-]{36}$/;
const signIns = /^\/companion\/api2\/auth-callback\/token\/(?<name>[\w-]{8,64})$/;

/** The progress of an upload, and the end of a sign-in. */
export const serveSockets =
  ({ app, bridge, keys, work }: Pick<ServingDeps, 'app' | 'bridge' | 'keys' | 'work'>) =>
  (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    socket.on('error', () => socket.destroy());
    const caller = callerOf(request, keys);
    if (!caller) return refuse(socket, '403 Forbidden');
    const { pathname } = new URL(request.url ?? '/', 'http://companion');
    const name = signIns.exec(pathname)?.groups?.name;
    if (name === undefined) {
      if (!uploads.test(pathname)) return refuse(socket, '404 Not Found');
      work.begin();
      socket.once('close', () => work.end());
      return app.upgrade(request, socket, head);
    }
    const page = openTextSocket(request, socket);
    return page ? bridge.wait(name, caller.drive, page) : refuse(socket, '400 Bad Request');
  };

const refuse = (socket: Duplex, status: string): void => {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
};
