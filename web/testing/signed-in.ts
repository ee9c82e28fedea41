import { startSession } from '../src/shared/session/current-session.js';

/**
 * Before each file of component tests: they are those of a user, for without a session nothing is asked of the server.
 */
startSession({ accessToken: 'token', idToken: '', expiresAt: Date.now() + 86_400_000 });
