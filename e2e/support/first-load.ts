import type { Page } from '@playwright/test'

/**
 * All scripts that a cold browser fetches until the page is there, as they came over the wire (without headers). What is fetched for later,
 * when the page is idle, does not belong to it: here the page never is.
 */
export async function firstLoad(page: Page, path: string, shown: () => Promise<void>) {
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0
  })
  const network = await page.context().newCDPSession(page)
  await network.send('Network.enable')
  await network.send('Network.setCacheDisabled', { cacheDisabled: true })
  const scripts = new Map<string, { url: string; encoding: string | undefined }>()
  let bytes = 0
  network.on('Network.responseReceived', ({ requestId, type, response }) => {
    const encoding = Object.entries(response.headers).find(([name]) => name.toLowerCase() === 'content-encoding')?.[1]
    if (type === 'Script') scripts.set(requestId, { url: response.url, encoding })
  })
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength
  })
  await page.goto(path, { waitUntil: 'networkidle' })
  await shown()
  const uncompressed = [...scripts.values()].filter(
    ({ encoding, url }) => encoding !== 'br' && url.includes('/assets/'),
  )
  return { bytes, uncompressed: uncompressed.map(({ url }) => url) }
}
