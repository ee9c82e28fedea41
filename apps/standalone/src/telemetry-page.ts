// Loads the whole product, and with it all that declares metrics and spans.
import { serviceList } from '@skyshelf/services';
import './standalone.js';

await Promise.all(serviceList.map((service) => service.module()));

/** docs/telemetry.md as it has to be. */
export { renderTelemetryPage } from '@skyshelf/telemetry';
