/**
 * Tries to make an address a part of the page in every way; runs there. @returns the ways in which something
 * of it came to life
 */
export async function embed(address: string): Promise<string[]> {
  const outcome = (target: EventTarget): Promise<boolean> =>
    new Promise((resolve) => {
      for (const good of ['load', 'message']) target.addEventListener(good, () => resolve(true));
      target.addEventListener('error', () => resolve(false));
    });
  const added = async (tag: string, attributes: object): Promise<boolean> => {
    const element = Object.assign(document.createElement(tag), attributes);
    const settled = outcome(element);
    document.head.append(element);
    const alive = await settled;
    element.remove();
    return alive;
  };
  /** Of a download no event tells, so its bytes are fetched once more and two pictures are drawn. */
  const later = async (): Promise<false> => {
    await fetch(address).then((answer) => answer.arrayBuffer());
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    return false;
  };
  const framed = async (tag: string, attribute: string): Promise<boolean> => {
    const element = document.createElement(tag);
    element.setAttribute(attribute, address);
    document.body.append(element);
    await later();
    const inside = (element as HTMLIFrameElement).contentDocument?.documentElement.innerHTML ?? '';
    element.remove();
    return inside.includes('hostile');
  };
  const working = async (type: WorkerType): Promise<boolean> => {
    const worker = new Worker(address, { type });
    const alive = await Promise.race([outcome(worker), later()]);
    worker.terminate();
    return alive;
  };
  const ways: Record<string, () => Promise<boolean>> = {
    script: () => added('script', { src: address }),
    module: () => added('script', { src: address, type: 'module' }),
    style: () => added('link', { rel: 'stylesheet', href: address }),
    frame: () => framed('iframe', 'src'),
    object: () => framed('object', 'data'),
    embed: () => framed('embed', 'src'),
    worker: () => working('classic'),
    moduleWorker: () => working('module'),
    serviceWorker: () =>
      navigator.serviceWorker.register(address).then(
        () => true,
        () => false,
      ),
  };
  const alive: string[] = [];
  for (const [way, tries] of Object.entries(ways)) if (await tries()) alive.push(way);
  return alive;
}
