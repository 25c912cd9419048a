import type { Page } from '@playwright/test'
import { getMe } from '@throughline/contracts/auth'
import { addMembers, listRoles } from '@throughline/contracts/org-members'
import { addTeam } from '@throughline/contracts/org-teams'
import { FAILED_CALL } from './support/faults.ts'
import { look } from './support/look.ts'
import { freshAddress } from './support/mail.ts'
import { bringIn, type Founder, founder, newcomer } from './support/newcomer.ts'
import { harbourPicture } from './support/pictures.ts'
import { openPalette, toast } from './support/signin.ts'
import { expect, test } from './support/test.ts'

const WIDTHS = [1024, 1440, 1920, 360]
const SAVED = 'Organization profile updated successfully!'

const PROFILE = {
  name: 'Tidewater Studio',
  industry: 'Finance',
  size: '11-50',
  website: 'https://tidewater.example',
  description: 'Accounting and legal operations for growing companies. We close the books and keep the regulator calm.',
  address: 'Wijnhaven 3, 3011 WG Rotterdam, Netherlands',
  contact_email: 'hello@tidewater.example',
  phone: '+31 10 555 0142',
  time_zone: 'Europe/Amsterdam',
  holidays: [
    { name: 'Christmas Day', from: '2027-12-25', to: '2027-12-25' },
    { name: 'Partner retreat', from: '2028-01-13', to: '2028-01-14' },
  ],
} as const

const tidewater = () => founder('ada', { ...PROFILE, holidays: [...PROFILE.holidays] })

const heading = (page: Page, name: string) => page.getByRole('main').getByRole('heading', { level: 2, name })
const workspaceButton = (page: Page) => page.getByRole('button', { name: /workspace menu$/ })

async function editing(page: Page) {
  await page.goto('/org-profile')
  await page.getByRole('button', { name: 'Edit' }).click()
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
}

async function fillWithPeople({ call, organization }: Founder) {
  const params = { orgId: organization.id }
  const [role] = (await call(listRoles, { params })).filter(({ name }) => name === 'member')
  if (!role) throw new Error('there is no role')
  const people = ['Noor', 'Wei', 'Kofi'].map((name) => ({ name, email: freshAddress(name.toLowerCase()) }))
  await call(addMembers, { params, body: { people, role_id: role.id, team_id: null } })
  for (const name of ['Client Services', 'Legal']) await call(addTeam, { params, body: { name } })
}

test('A workspace of one’s own becomes an organisation', async ({ openBrowser }) => {
  const { username, call } = await newcomer('sol')
  const page = await (await openBrowser({ as: username })).newPage()
  await page.goto('/home')
  await workspaceButton(page).click()
  await page.getByRole('menuitem', { name: 'Create organization' }).click()
  await expect(page).toHaveURL('/org-profile')
  await expect(heading(page, 'Create your organization')).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Org Profile' })).toHaveCount(0)
  await look(page, 'org-create', ...WIDTHS)

  await page.getByRole('button', { name: 'Create organization' }).click()
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
  await expect(page.getByText('Enter a name of at most 120 characters')).toBeVisible()
  await page.getByLabel('Name', { exact: true }).fill('Solstice Bakery')
  for (const [field, choice] of [
    ['Industry', 'Technology'],
    ['Size', '50-100'],
  ] as const) {
    await page.getByRole('combobox', { name: field }).click()
    await page.getByRole('option', { name: choice }).click()
  }
  await page.locator('input[type=file]').setInputFiles(await harbourPicture(page))
  await page.getByRole('button', { name: 'Use this logo' }).click()
  await page.getByRole('link', { name: 'Feedback' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep editing' }).click()
  await page.getByRole('button', { name: 'Create organization' }).click()

  await expect(toast(page, SAVED)).toBeVisible()
  await expect(heading(page, 'Solstice Bakery')).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Technology · 50-100 people')
  await expect(page.getByRole('img', { name: 'Logo of Solstice Bakery' })).toBeVisible()
  await expect(workspaceButton(page)).toContainText('Solstice Bakery')
  const { organization_id, tenant_id } = await call(getMe)
  expect(organization_id).toBe(tenant_id)
})

test('The profile is edited by keyboard alone, and others see it without a reload', async ({ openBrowser }) => {
  const host = await tidewater()
  await fillWithPeople(host)
  const context = await openBrowser({ as: host.username })
  const page = await context.newPage()
  const other = await context.newPage()
  const connected = other.waitForEvent('websocket', (socket) => socket.url().endsWith('/ws/live/'))
  await other.goto('/org-profile')
  await expect(heading(other, PROFILE.name)).toBeVisible()
  await connected
  await page.goto('/org-profile')
  await expect(heading(page, PROFILE.name)).toBeVisible()
  await expect(page.getByRole('link', { name: /^Members.*3 invited/ })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Teams.*2$/ })).toBeVisible()
  await expect(page.getByRole('link', { name: /tidewater\.example/ })).toHaveAttribute('rel', 'noopener noreferrer')
  await look(page, 'org-new')

  await page.getByRole('button', { name: 'Edit' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('Tidewater & Sons')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  // Where the list has not opened yet, the next key would open it anew.
  await expect(page.getByRole('option', { name: 'Finance' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Industry')).toContainText('Education')
  await page.getByLabel('Friday to').focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('1530')
  await page.getByRole('button', { name: 'Saturday' }).focus()
  await page.keyboard.press('Space')
  await page.getByLabel('Time zone').focus()
  await page.keyboard.type('tokyo')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Time zone')).toHaveValue('Asia/Tokyo (UTC+9)')
  await expect(page.getByRole('listbox')).toHaveCount(0)
  await page.getByRole('button', { name: 'Add a day' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Name of the day').last()).toBeFocused()
  await page.keyboard.type('Founders day')
  await page.keyboard.press('Tab')
  await page.keyboard.type('05042028')
  await expect(page.getByLabel('Last day').last()).toHaveValue('2028-05-04')
  await expect(page.getByText('Unsaved changes')).toBeVisible()
  await look(page, 'org-edit', ...WIDTHS)
  await page.keyboard.press('Control+s')

  await expect(toast(page, SAVED)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit' })).toBeFocused()
  await expect(heading(page, 'Tidewater & Sons')).toBeVisible()
  const week = page.getByRole('list', { name: 'Business days' }).getByRole('listitem')
  await expect(week.nth(4)).toContainText('9:00 AM – 3:30 PM')
  await expect(week.nth(5)).toContainText('9:00 AM – 5:00 PM')
  await expect(page.getByRole('main')).toContainText('Asia/Tokyo (UTC+9)')
  await expect(page.getByText('Thu, May 4, 2028')).toBeVisible()
  await expect(workspaceButton(page)).toContainText('Tidewater & Sons')
  await expect(heading(other, 'Tidewater & Sons')).toBeVisible()
})

test('A logo is judged, cropped by keys and pointer, and uploaded', async ({ openBrowser, faults }) => {
  faults.expect(FAILED_CALL)
  const host = await tidewater()
  const page = await (await openBrowser({ as: host.username })).newPage()
  await editing(page)
  const file = page.locator('input[type=file]')
  await file.setInputFiles({ name: 'lies.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
  await expect(page.getByText('Please select a valid image file (JPEG, PNG, or GIF)')).toBeVisible()

  const area = page.getByRole('application', { name: 'Picture position' })
  const left = () => area.locator('img').evaluate((image) => Number.parseFloat(getComputedStyle(image).left))
  const picture = await harbourPicture(page)
  await file.setInputFiles(picture)
  await expect(area).toBeFocused()
  const start = await left()
  await page.keyboard.press('ArrowRight')
  expect(await left()).toBeCloseTo(start + 1)
  await page.keyboard.press('Shift+ArrowLeft')
  expect(await left()).toBeCloseTo(start - 9)
  await area.hover()
  await page.mouse.down()
  await page.mouse.move(720, 450)
  await page.mouse.up()
  await page.keyboard.press('+')
  await page.keyboard.press('+')
  await look(page, 'org-crop', 1024, 1920)

  await page.route('**/icon/', (route) => route.abort())
  await page.getByRole('button', { name: 'Use this logo' }).click()
  await expect(toast(page, 'Failed to upload logo. Please try again.')).toBeVisible()
  await page.unroute('**/icon/')

  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/icon/', async (route) => {
    await held
    await route.continue()
  })
  await file.setInputFiles(picture)
  await page.getByRole('button', { name: 'Use this logo' }).click()
  await expect(page.getByRole('progressbar', { name: 'Uploading logo' })).toBeVisible()
  await expect(page.getByText(/^\d+% of [\d.]+ KB$/)).toBeVisible()
  await look(page, 'org-uploading')
  release()
  await expect(page.getByText('100% of')).toBeVisible()
  await expect(toast(page, 'Logo uploaded successfully')).toBeVisible()
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  const logo = page.getByRole('img', { name: `Logo of ${PROFILE.name}` })
  await expect(logo).toBeVisible()
  expect(await logo.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth)).toBe(512)

  await page.getByLabel('Phone').fill('+31 10 555 0199')
  await page.getByRole('button', { name: /^Save/ }).click()
  await expect(toast(page, SAVED)).toBeVisible()
  await look(page, 'org-logo', 1920)
})

test('One goes from one organisation to the other', async ({ openBrowser }) => {
  const [host, guest] = await Promise.all([tidewater(), founder('bo', { name: 'Birch & Co' })])
  await bringIn(host, guest, 'member')
  const page = await (await openBrowser({ as: guest.username })).newPage()
  await page.goto('/org-profile')
  await expect(heading(page, PROFILE.name)).toBeVisible()
  await workspaceButton(page).click()
  const entries = page.getByRole('menuitemradio')
  await expect(entries).toHaveCount(2)
  await expect(entries.filter({ hasText: PROFILE.name })).toHaveAttribute('aria-checked', 'true')
  await expect(entries.filter({ hasText: PROFILE.name })).toContainText('Member')
  await look(page, 'workspace-menu')
  await entries.filter({ hasText: 'Birch & Co' }).click()
  await expect(page).toHaveURL('/home')
  await expect(workspaceButton(page)).toContainText('Birch & Co')
  await expect(page.getByRole('main')).toContainText('Owner')
  await page.goto('/org-profile')
  await expect(heading(page, 'Birch & Co')).toBeVisible()
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Phone').fill('112')
  await openPalette(page)
  await page.keyboard.type('switch work')
  await page.keyboard.press('Enter')
  await expect(entries.filter({ hasText: PROFILE.name })).toBeVisible()
  await entries.filter({ hasText: PROFILE.name }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard changes' }).click()
  await expect(workspaceButton(page)).toContainText(PROFILE.name)
  await expect(page).toHaveURL('/home')
})
