import type { ServiceName } from '@skyshelf/contracts';
import type { RunningService } from '@skyshelf/service';
import type { HandOver } from '../../gateway.runtime.js';

/**
 * For one process that holds all services: gives request and response, as they are, to the router of the service.
 * @param serviceOf asked at each request, so services may be made in any order
 */
export const inProcessHandOver =
  (serviceOf: (service: ServiceName) => Pick<RunningService, 'handle'>): HandOver =>
  (service, request, response) =>
    serviceOf(service).handle(request, response);
