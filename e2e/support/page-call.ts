import type { Page } from '@playwright/test'
import type { EndpointShape } from '@throughline/contracts/endpoint'

/** A call by the page's own client, as a screen would make it: for calls that no screen makes yet. */
export async function callFromPage(page: Page, { method, path }: EndpointShape, input: unknown): Promise<void> {
  await page.evaluate(
    async ([endpoint, given]) => {
      const parts = performance.getEntriesByType('resource').map(({ name }) => name)
      for (const part of parts.filter((name) => /\/assets\/[^/]+\.js$/.test(name))) {
        const exported: unknown[] = Object.values(await import(part))
        const client = exported.find((value) => typeof value === 'function' && 'forgetCsrf' in value)
        if (typeof client !== 'function') continue
        // A refusal is the page's business: the journey looks at what the page does about it.
        await Promise.resolve(client(endpoint, given)).catch(() => undefined)
        return
      }
      throw new Error('the page has loaded no client')
    },
    [{ method, path }, input] as const,
  )
}
