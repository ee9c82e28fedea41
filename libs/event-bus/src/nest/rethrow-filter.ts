import { Catch, type RpcExceptionFilter } from '@nestjs/common';
import { throwError, type Observable } from 'rxjs';

/**
 * Nest's own filter turns unknown errors into `{status: 'error'}`, and a bad event could not be told from a
 * database that is away.
 */
@Catch()
export class RethrowFilter implements RpcExceptionFilter {
  catch(error: unknown): Observable<never> {
    return throwError(() => error);
  }
}
