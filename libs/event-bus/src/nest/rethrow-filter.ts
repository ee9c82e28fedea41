import { Catch, type RpcExceptionFilter } from '@nestjs/common';
import { throwError, type Observable } from 'rxjs';

/**
 * Lets every error of a handler through as it is. Nest's own filter turns unknown ones into `{status: 'error'}`, and with it goes the difference between a
 * bad event and a database that is away.
 */
@Catch()
export class RethrowFilter implements RpcExceptionFilter {
  catch(error: unknown): Observable<never> {
    return throwError(() => error);
  }
}
