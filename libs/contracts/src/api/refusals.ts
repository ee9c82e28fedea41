import type { ErrorCode } from '../errors.js';
import type { ServiceName } from '../service-name.js';
import { internalRefusals, type InternalContract } from './internal-route.js';
import type { RouteContract } from './route.js';

/** What any request may meet, whatever it asks for. */
const anyRequest = [
  'input.invalid',
  'input.unreadable',
  'headers.too-large',
  'body.too-large',
  'media-type.unsupported',
  'rate.limited',
  'service.unavailable',
  'starting',
  'internal',
] as const satisfies readonly ErrorCode[];

/** A token was sent and does not count. */
const withToken = [
  'auth.expired',
  'auth.forged',
  'auth.revoked',
  'session.unknown',
] as const satisfies readonly ErrorCode[];

/** The token is that of a browser extension, which may make few calls. */
const ofExtension = ({ access, extension }: RouteContract): ErrorCode[] =>
  access === 'public' || access === 'signed' || extension ? [] : ['access.denied'];

const byAccess: Readonly<Record<RouteContract['access'], readonly ErrorCode[]>> = {
  public: [],
  signed: [],
  visitor: withToken,
  user: ['auth.required', ...withToken],
  admin: ['auth.required', ...withToken],
  reader: ['auth.required', ...withToken],
};

/** The services that keep the answer of each command under its Idempotency-Key. */
const keepsAnswers: readonly ServiceName[] = ['catalog', 'billing'];

const ofCommand = ({ command, service }: Pick<RouteContract, 'command' | 'service'>): ErrorCode[] => {
  if (!command) return [];
  return [
    'drive.busy',
    'drive.closed',
    ...(keepsAnswers.includes(service) ? (['operation.reused'] as const) : []),
  ];
};

/** Every code that a call may be refused with: its own, and those of all calls of its kind. */
export const refusalsOf = (route: RouteContract | InternalContract): ReadonlySet<ErrorCode> =>
  new Set([
    ...route.refuses,
    ...('access' in route
      ? [...byAccess[route.access], ...ofExtension(route), ...ofCommand(route)]
      : internalRefusals),
    ...anyRequest,
  ]);
