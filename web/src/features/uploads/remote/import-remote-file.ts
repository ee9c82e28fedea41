import { messages } from '@skyshelf/contracts/browser';
import { type ApiError, ApiFailure, toApiError } from '../../../shared/api/api-error.js';
import type { RemoteFile, Sending } from '../machine/upload.js';
import { callApi } from '../../../shared/api/call-api.js';
import type { TargetFolder } from '../../../shared/listings/listing.js';
import { currentSession } from '../../../shared/session/current-session.js';

const refused = (message: string, code: ApiError['code'] = 'upload.failed'): ApiFailure =>
  new ApiFailure({ status: 400, code, message });

type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});
const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

function parsed(json: string): Fields {
  try {
    return fieldsOf(JSON.parse(json));
  } catch {
    return {};
  }
}

const receiptIn = (payload: Fields): string | null =>
  textOf(parsed(textOf(fieldsOf(payload.response).responseText) ?? '').receipt);

/**
 * Answers the receipt; the signal stops the import.
 * @throws {ApiFailure} the server's; `offline` when the connection is lost
 */
function watchImport(token: string, { signal, onProgress }: Sending): Promise<string> {
  const address = new URL(`/companion/api/${token}`, location.href);
  address.protocol = address.protocol.replace('http', 'ws');
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(address);
    const end = (failure: unknown): void => {
      socket.close();
      reject(failure);
    };
    signal.addEventListener('abort', () => {
      if (socket.readyState === WebSocket.OPEN)
        socket.send(JSON.stringify({ action: 'cancel', payload: {} }));
      end(signal.reason);
    });
    socket.addEventListener('close', () =>
      reject(new ApiFailure({ status: 0, code: 'offline', message: 'The server cannot be reached.' })),
    );
    socket.addEventListener('message', ({ data }) => {
      const message = parsed(String(data));
      const payload = fieldsOf(message.payload);
      if (message.action === 'progress') {
        const sent = Number(payload.bytesUploaded);
        const size = Number(payload.bytesTotal);
        if (Number.isFinite(sent)) onProgress(sent, Number.isFinite(size) && size > 0 ? size : null);
      }
      if (message.action === 'error')
        end(refused(textOf(fieldsOf(payload.error).message) ?? messages.uploadFailed));
      if (message.action !== 'success') return;
      const receipt = receiptIn(payload);
      if (receipt === null) return end(refused(messages.uploadFailed));
      resolve(receipt);
      socket.close();
    });
  });
}

/**
 * Answers the receipt.
 * @throws {ApiFailure} the server's
 */
export async function importRemoteFile(
  targetFolder: TargetFolder,
  { name, size, type, source, modified, path, body, headers }: RemoteFile,
  idempotencyKey: string,
  watching: Sending,
): Promise<string> {
  const file = { name, size, type, source, ...(modified !== undefined && { modified }) };
  const { leave, warnings } = await callApi(
    'startImport',
    { body: { ...targetFolder, file }, idempotencyKey },
    { inBackground: true, signal: watching.signal },
  );
  if (!leave) {
    const message = warnings[0]?.message ?? messages.uploadFailed;
    throw new ApiFailure({ status: 400, code: 'upload.failed', message });
  }
  const asked = await companionCall(path, { ...body, headers: { 'Import-Grant': leave.grant } }, headers);
  watching.signal.throwIfAborted();
  if (typeof asked.token !== 'string')
    throw new ApiFailure({ status: 400, code: 'upload.failed', message: messages.uploadFailed });
  return watchImport(asked.token, watching);
}

/** @throws {ApiFailure} */
export async function companionCall(
  path: string,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<Record<string, unknown>> {
  const answer = await fetch(`/companion/${path}`, {
    method: 'POST',
    headers: {
      ...headers,
      authorization: `Bearer ${currentSession()?.accessToken ?? ''}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  }).catch(() => {
    throw new ApiFailure({ status: 0, code: 'offline', message: 'The server cannot be reached.' });
  });
  const said: unknown = await answer.json().catch(() => null);
  if (!answer.ok) throw new ApiFailure(toApiError(answer.status, said));
  return typeof said === 'object' && said !== null ? { ...said } : {};
}
