/** Solves a challenge of ALTCHA beside the page. */
import 'altcha/workers/pbkdf2';
