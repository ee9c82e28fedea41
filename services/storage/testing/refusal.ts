/** Status and code of an answer that must be a refusal. */
export async function refusal(answer: Promise<Response>): Promise<[number, string]> {
  const response = await answer;
  const { error } = (await response.json()) as { error: { code: string } };
  return [response.status, error.code];
}
