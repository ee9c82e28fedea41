// Loads the whole product, and with it all that declares metrics and spans.
import './standalone.js';

/** docs/telemetry.md as it has to be. */
export { renderTelemetryPage } from '@skyshelf/telemetry';
