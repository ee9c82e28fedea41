import type { ServiceName } from '@skyshelf/contracts';
import type { RunningService } from '@skyshelf/service';
import type { HandOver } from '../../gateway.runtime.js';

/**
 * Hands request and response to the service's router.
 * @param serviceOf asked at each request, so services may be made in any order
 */
export const inProcessHandOver =
  (serviceOf: (service: ServiceName) => Pick<RunningService, 'handle'>): HandOver =>
  (service, request, response) =>
    serviceOf(service).handle(request, response);
