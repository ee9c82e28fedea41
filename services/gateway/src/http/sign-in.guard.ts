import { randomBytes } from 'node:crypto';
import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SignInRequest, SignInStrategies } from '../application/sign-in-strategies.js';
import type { Profile } from '../domain/account.js';
import { cookieValue } from '../domain/presented-token.js';
import { callbackPath, SignInError } from '../domain/sign-in.js';
import type { CurrentProviders } from '../domain/provider.js';
import type { GatewayConfig } from '../gateway.config.js';
import {
  GATEWAY_CONFIG,
  GATEWAY_RUNTIME,
  type GatewayRuntime,
  PROVIDERS,
  SIGN_IN_STRATEGIES,
} from '../gateway.runtime.js';
import { signInCookie, type SignInCookie } from './cookies.js';
import { readSignInQuery, redirectToSignIn, type SignInQuery } from './sign-in-query.js';

/** passport answered by itself, a user is known, or it failed. */
export type SignInOutcome =
  | { answered: true }
  | { profile: Profile; clientState: string }
  | { error: SignInError };

declare module 'fastify' {
  interface FastifyRequest {
    signInOutcome?: SignInOutcome & { path: string };
  }
}

type PassportRequest = FastifyRequest & SignInRequest & { user?: Profile };

/** A silent provider is given up after this time. */
const TIMEOUT_MS = 15_000;

/** Always lets the request through: the controller tells the page. */
@Injectable()
export class SignInGuard implements CanActivate {
  readonly #cookie: SignInCookie;

  constructor(
    @Inject(GATEWAY_RUNTIME) private readonly runtime: GatewayRuntime,
    @Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig,
    @Inject(PROVIDERS) private readonly providers: CurrentProviders,
    @Inject(SIGN_IN_STRATEGIES) private readonly strategies: SignInStrategies,
  ) {
    this.#cookie = signInCookie(runtime.publicUrl);
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<PassportRequest>();
    const reply = http.getResponse<FastifyReply>();
    const query = readSignInQuery(request.query);
    const path = callbackPath(query?.returnTo);
    try {
      const outcome = await this.#run(context, request, reply, query);
      request.signInOutcome = { ...outcome, path: request.signIn?.attempt?.path ?? path };
    } catch (cause) {
      const error = cause instanceof SignInError ? cause : new SignInError('provider_error', cause);
      request.signInOutcome = { error, path: request.signIn?.attempt?.path ?? path };
    }
    return true;
  }

  async #run(
    context: ExecutionContext,
    request: PassportRequest,
    reply: FastifyReply,
    query: SignInQuery | null,
  ): Promise<SignInOutcome> {
    if (!query) throw new SignInError('invalid_state');
    const { provider: key } = request.params as { provider: string };
    const config = this.providers().find((each) => each.key === key);
    if (!config) throw new SignInError('unknown_provider');
    const returns = query.code !== undefined || query.error !== undefined;
    if (!returns && request.routeOptions.url?.endsWith('/callback')) throw new SignInError('invalid_state');
    const elsewhere = returns
      ? null
      : redirectToSignIn(
          {
            publicUrl: this.runtime.publicUrl,
            trustedProxies: (this.config.trustedProxies ?? 0) + (this.runtime.ownProxies ?? 0),
          },
          request,
          key,
          query,
        );
    if (elsewhere) {
      reply.code(302).header('location', elsewhere).header('cache-control', 'no-store').send();
      return { answered: true };
    }
    this.#prepare(request, reply, query);
    const name = await this.strategies.nameFor(config).catch((cause: unknown) => {
      throw new SignInError('provider_unavailable', cause);
    });
    return passportOutcome(name, context, request, new PassportResponse(reply));
  }

  /** By its cookie, so a browser can have several sign-ins under way. */
  #prepare(request: PassportRequest, reply: FastifyReply, query: SignInQuery): void {
    const known = cookieValue(request.headers.cookie, this.#cookie.name);
    const browser = known && /^[\w-]{43}$/.test(known) ? known : randomBytes(32).toString('base64url');
    const nonce = randomBytes(32).toString('base64url');
    request.signIn = {
      browser,
      nonce,
      clientState: query.clientState ?? '',
      path: callbackPath(query.returnTo),
      relogin: query.prompt === 'login',
      attempt: null,
    };
    reply.header('set-cookie', this.#cookie.set(browser));
  }
}

async function passportOutcome(
  name: string,
  context: ExecutionContext,
  request: PassportRequest,
  response: PassportResponse,
): Promise<SignInOutcome> {
  class Guard extends AuthGuard(name) {
    getResponse(): PassportResponse {
      return response;
    }

    override getAuthenticateOptions(): object {
      return { session: false, signIn: request.signIn };
    }

    override handleRequest<T>(error: unknown, user: T | false, info: unknown): T {
      if (error || !user) throw refusal(error, info);
      return user;
    }
  }
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new SignInError('provider_unavailable')), TIMEOUT_MS);
  try {
    const answered = response.answered.then(() => 'answered' as const);
    const first = await Promise.race([answered, new Guard().canActivate(context), late.promise]);
    if (first === 'answered') return { answered: true };
    if (!request.user) throw new SignInError('provider_error');
    return { profile: request.user, clientState: request.signIn.attempt?.clientState ?? '' };
  } finally {
    clearTimeout(timer);
  }
}

/** passport reports a refused state and a refusing provider by `fail`. */
function refusal(error: unknown, info: unknown): SignInError {
  if (error instanceof SignInError) return error;
  if (error) return new SignInError('provider_error', error);
  const message = typeof info === 'object' && info !== null && 'message' in info ? info.message : undefined;
  return new SignInError(message === 'invalid_state' ? 'invalid_state' : 'access_denied');
}

/** A Node response for passport, which only redirects; answers through Fastify. */
export class PassportResponse {
  statusCode = 302;
  /** Resolves when passport has answered by itself. */
  readonly answered: Promise<void>;
  readonly #answered: () => void;

  constructor(private readonly reply: FastifyReply) {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.answered = promise;
    this.#answered = resolve;
  }

  setHeader(name: string, value: string): void {
    if (name.toLowerCase() !== 'content-length') this.reply.header(name, value);
  }

  end(): void {
    this.reply.code(this.statusCode).header('cache-control', 'no-store').send();
    this.#answered();
  }
}
