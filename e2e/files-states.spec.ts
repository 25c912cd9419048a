import { FAILED_CALL } from './support/faults.ts'
import { file } from './support/files.ts'
import { look } from './support/look.ts'
import { toast } from './support/signin.ts'
import { expect, test } from './support/test.ts'
import { escapedTexts, speakPseudo } from './support/texts.ts'

const BROKEN = { status: 500, json: {} }
const LETTER = 'Engagement letter Meridian Foods.pdf'

test.use({ as: 'maya' })

const CALLS = {
  list: /\/v1\/documents\/\?/,
  timeline: /\/v1\/documents\/\?/,
  status: /\/v1\/documents\/groups\/\?.*by=status/,
}

test('what cannot be read says the words of the specification and comes by a press', async ({
  openBrowser,
  faults,
}) => {
  faults.expect(FAILED_CALL)
  // Nothing happens in their workspace, so that nothing but the press asks again.
  const page = await (await openBrowser({ as: 'callum' })).newPage()
  for (const [view, call] of Object.entries(CALLS)) {
    await page.route(call, (route) => route.fulfill(BROKEN))
    await page.goto(`/files?view=${view}`)
    await expect(page.getByText('Something went wrong').first()).toBeVisible()
    await look(page, `files-${view}-error`)
    await page.unroute(call)
    await page.getByRole('button', { name: 'Try Again' }).click()
    await expect(page.getByText('No documents found')).toBeVisible()
  }
})

test('what is on its way keeps its shape', async ({ page }) => {
  let go: (() => void) | undefined
  const held = new Promise<void>((resolve) => {
    go = resolve
  })
  await page.route(/\/v1\/documents\/\?/, async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/files')
  await expect(page.getByText('Loading documents...')).toBeAttached()
  await look(page, 'files-loading')
  go?.()
  await expect(file(page, LETTER)).toBeVisible()
})

test('whoever may only look has nothing to press, and a refusal is said', async ({ openBrowser, faults }) => {
  faults.expect(FAILED_CALL)
  const page = await (await openBrowser({ as: 'farid' })).newPage()
  await page.goto('/files')
  await expect(file(page, 'Terms of engagement 2026.pdf')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Upload' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Delete / })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Trash' })).toHaveCount(0)
  await look(page, 'files-viewer')
  await page.route('**/v1/documents/zip/', (route) =>
    route.fulfill({ status: 403, json: { code: 'forbidden', message: 'You may not do this', request_id: 'r' } }),
  )
  await page.getByRole('checkbox', { name: 'Select all rows' }).check()
  await page.getByRole('button', { name: /as one archive$/ }).click()
  await expect(toast(page, 'The archive could not be made')).toBeVisible()
  await page.route(/\/v1\/documents\/\?/, (route) =>
    route.fulfill({ status: 403, json: { code: 'forbidden', message: 'You may not do this', request_id: 'r' } }),
  )
  await page.reload()
  await expect(page.getByText('You may not do this')).toBeVisible()
})

test('no text of the screen escapes its catalogue', async ({ page }) => {
  await speakPseudo(page)
  await page.goto('/files')
  await expect(file(page, LETTER)).toBeVisible()
  expect(await escapedTexts(page)).toEqual([])
  for (const key of ['2', '3', '4']) {
    await page.keyboard.press(key)
    await expect(page.getByRole('radio').nth(Number(key) - 1)).toBeChecked()
    expect(await escapedTexts(page)).toEqual([])
  }
})
