/** Solves a challenge of ALTCHA in a thread of its own. */
import 'altcha/workers/pbkdf2';
