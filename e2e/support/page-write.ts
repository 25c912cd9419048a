import type { Page } from '@playwright/test'
import { origins } from './settings.ts'

/**
 * No screen of the workspace changes anything yet. So the one call that a page makes by POST is led to another address
 * on its way: the page's own client sends it, with its cookies and tokens, and hears the server's own answer.
 */
export async function writeFromPage(page: Page, path: string, body: object) {
  await page.route('**/v1/auth/verify-email/', (route) =>
    route.continue({ url: origins.app + path, postData: JSON.stringify(body) }),
  )
  await page.evaluate(() => history.pushState(null, '', '/verify/anything'))
}
