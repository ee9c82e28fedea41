// Loads the whole product, and all declarations of metrics and spans.
import { serviceList } from '@skyshelf/services';
import './standalone.js';

await Promise.all(serviceList.map((service) => service.module()));

export { renderTelemetryPage } from '@skyshelf/telemetry';
