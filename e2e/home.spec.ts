import { getMe } from '@throughline/contracts/auth'
import { addMember, listRoles } from '@throughline/contracts/org-members'
import { signInByCall } from './support/api.ts'
import { asSuperuser, connections } from './support/database.ts'
import { FAILED_CALL } from './support/faults.ts'
import { firstLoad } from './support/first-load.ts'
import { look } from './support/look.ts'
import { freshAddress } from './support/mail.ts'
import { greeting } from './support/signin.ts'
import { expect, test } from './support/test.ts'
import { escapedTexts, speakPseudo } from './support/texts.ts'

const BUDGET = 125_000

test.use({ as: 'maya' })

test('Home greets by name and shows what there is to do', async ({ page }) => {
  await page.goto('/home')
  await expect(greeting(page)).toHaveText(/Maya$/)
  const main = page.getByRole('main')
  await expect(main).toContainText('Admin, Client Services')
  await expect(main.getByRole('region', { name: 'My work' }).getByRole('listitem')).not.toHaveCount(0)
  await expect(page).toHaveTitle('My Workspace · Throughline')
  await look(page, 'home', 1024, 1920, 360)
})

test('The root prepares the file index, saying so, and goes home', async ({ page }) => {
  await page.addInitScript(() => {
    const open = indexedDB.open.bind(indexedDB)
    indexedDB.open = (name, version) => {
      const request = open(name, version)
      const hold = (event: Event) => {
        event.stopImmediatePropagation()
        request.removeEventListener('success', hold)
        addEventListener('release', () => request.dispatchEvent(new Event('success')))
      }
      request.addEventListener('success', hold)
      return request
    }
  })
  await page.goto('/')
  await expect(page.getByText('Initializing...')).toBeVisible()
  await look(page, 'initializing')
  await page.evaluate(() => dispatchEvent(new Event('release')))
  await expect(page).toHaveURL('/home')
})

test('The file index is one table of files by id', async ({ page }) => {
  await page.goto('/')
  await expect(greeting(page)).toBeVisible()
  const index = await page.evaluate(
    () =>
      new Promise((resolve) => {
        const request = indexedDB.open('throughline')
        request.addEventListener('success', () => {
          const [table = ''] = request.result.objectStoreNames
          const { keyPath } = request.result.transaction(table).objectStore(table)
          resolve({ table, keyPath })
        })
      }),
  )
  expect(index).toEqual({ table: 'files', keyPath: 'id' })
})

test('An unknown path leads home', async ({ page }) => {
  await page.goto('/there/is/nothing/here')
  await expect(page).toHaveURL('/home')
})

test('A server that does not answer is told, and tried again by a press', async ({ page, faults }) => {
  faults.expect(FAILED_CALL, /TypeError: Failed to fetch/)
  await page.route('**/v1/auth/me/', (route) => route.abort())
  await page.goto('/home')
  const trouble = page.getByRole('alert')
  await expect(trouble).toContainText('This page could not be shown')
  await expect(trouble).toContainText('The server could not be reached. Check your connection.')
  await look(page, 'trouble')
  await page.unroute('**/v1/auth/me/')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(greeting(page)).toBeVisible()
})

test('What others change shows without a reload', async ({ openBrowser }) => {
  const page = await (await openBrowser({ as: 'priya' })).newPage()
  const connected = page.waitForEvent('websocket', (socket) => socket.url().endsWith('/ws/live/'))
  await page.goto('/home')
  const socket = await connected
  await expect(greeting(page)).toBeVisible()
  await asSuperuser("update members set department = 'Head of Clients' where name = 'Priya Raman'")
  const told = socket.waitForEvent('framereceived')
  const { call } = await signInByCall('helena')
  const { tenant_id: orgId } = await call(getMe)
  const [role] = await call(listRoles, { params: { orgId } })
  if (!role) throw new Error('there are no roles')
  await call(addMember, {
    params: { orgId },
    body: { name: 'Nadia Roth', email: freshAddress('nadia'), role_id: role.id, team_id: null },
  })
  await told
  await expect(page.getByRole('main')).toContainText('Head of Clients')
})

test('The database is reached through the doors', async ({ page }) => {
  await page.goto('/home')
  await expect(greeting(page)).toBeVisible()
  const roles = (await connections()).map(({ role }) => role)
  expect(roles).toEqual(expect.arrayContaining(['tl_identity', 'tl_relay']))
})

test('The first load is small', async ({ page }) => {
  const scripts = await firstLoad(page, '/home', () => expect(greeting(page)).toBeVisible())
  const parts = scripts.filter(({ url }) => url.includes('/assets/'))
  expect(parts.length).toBeGreaterThan(5)
  expect(parts.filter(({ encoding }) => encoding !== 'br')).toEqual([])
  const bytes = scripts.reduce((sum, script) => sum + script.bytes, 0)
  test.info().annotations.push({ type: 'first load', description: `${bytes} bytes of JavaScript` })
  expect(bytes).toBeLessThanOrEqual(BUDGET)
})

test.describe('In the pseudo-language no text escapes', () => {
  test('inside the workspace', async ({ page }) => {
    await speakPseudo(page)
    for (const path of ['/home', '/analytics', '/access/restricted']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toContainText('⟧')
      expect(await escapedTexts(page), path).toEqual([])
    }
    const opened = [
      () => page.keyboard.press('Control+k'),
      () => page.keyboard.press('?'),
      () => page.getByRole('button', { name: /account menu/ }).click(),
      () => page.getByRole('button', { name: '⟦New⟧' }).click(),
      () => page.getByRole('button', { name: '⟦Theme⟧' }).click(),
    ]
    for (const open of opened) {
      await open()
      const popup = page.locator('[role="dialog"], [role="menu"]')
      await expect(popup).toBeVisible()
      expect(await escapedTexts(page)).toEqual([])
      await page.keyboard.press('Escape')
      await expect(popup).toBeHidden()
    }
  })

  test('before it', async ({ openBrowser, faults }) => {
    faults.expect(FAILED_CALL)
    const page = await (await openBrowser()).newPage()
    await speakPseudo(page)
    for (const path of ['/signin', '/register', '/forgot-password', '/reset-password/none', '/verify/none']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toContainText('⟧')
      expect(await escapedTexts(page), path).toEqual([])
    }
  })
})
