/** The status that a loopback server answers within 2 s; 0 when it does not. Never throws. */
export async function httpStatus(url: string, init: RequestInit = {}): Promise<number> {
  try {
    const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(2_000) });
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    return 0;
  }
}
