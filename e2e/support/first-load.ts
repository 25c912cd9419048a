import { type BrowserContext, expect, type Page } from '@playwright/test'

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

/** A page, and a text that is there once it is. */
type Known = readonly [path: string, text: string]

/** What a page weighs for somebody who has been on others: bytes of its own scripts, and which these are. */
export async function ownWeight(context: BrowserContext, page: Known, others: readonly Known[]) {
  const scriptsOf = async ([path, text]: Known) => {
    const tab = await context.newPage()
    const scripts = await firstLoad(tab, path, () => expect(tab.getByText(text).first()).toBeVisible())
    await tab.close()
    return scripts
  }
  const known = new Set<string>()
  for (const other of others) for (const { url } of await scriptsOf(other)) known.add(url)
  const own = (await scriptsOf(page)).filter(({ url }) => !known.has(url))
  return { bytes: own.reduce((sum, { bytes }) => sum + bytes, 0), scripts: own.map(({ url }) => url).join() }
}
