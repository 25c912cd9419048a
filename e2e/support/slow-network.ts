import type { Page } from '@playwright/test'

/** From now on the page loads as over slow 4G. */
export async function overSlow4g(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const slow4g = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8 }
  await session.send('Network.emulateNetworkConditions', slow4g)
}

/** When the largest part of the loaded page was painted, and how far its parts moved until now. */
export const paintOf = (page: Page): Promise<{ largest: number; shift: number }> =>
  page.evaluate(async () => {
    const painted: number[] = []
    let shift = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) painted.push(entry.startTime)
    }).observe({ type: 'largest-contentful-paint', buffered: true })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if ('value' in entry) shift += Number(entry.value)
    }).observe({ type: 'layout-shift', buffered: true })
    while (painted.length === 0) await new Promise((resolve) => setTimeout(resolve, 50))
    return { largest: Math.max(...painted), shift }
  })
