import type { Page } from '@playwright/test'

/**
 * All scripts that a cold browser fetches until the page is there, with their size on the wire. What is fetched for
 * later, when the page is idle, does not belong to them: here the page never is.
 */
export async function firstLoad(page: Page, path: string, shown: () => Promise<void>) {
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0
  })
  const network = await page.context().newCDPSession(page)
  await network.send('Network.enable')
  await network.send('Network.setCacheDisabled', { cacheDisabled: true })
  const scripts: { url: string; encoding: string | null; bytes: number }[] = []
  network.on('Network.responseReceived', ({ type, response }) => {
    if (type !== 'Script') return
    const headers = new Headers(response.headers)
    scripts.push({
      url: response.url,
      encoding: headers.get('content-encoding'),
      bytes: Number(headers.get('content-length')),
    })
  })
  await page.goto(path, { waitUntil: 'networkidle' })
  await shown()
  return scripts
}
