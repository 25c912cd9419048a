import type { Page } from '@playwright/test'
import { addMembers, listRoles } from '@throughline/contracts/org-members'
import { addTeam } from '@throughline/contracts/org-teams'
import { FAILED_CALL } from './support/faults.ts'
import { look } from './support/look.ts'
import { freshAddress, linkIn, mailTo } from './support/mail.ts'
import { bringIn, type Founder, founder, newcomer } from './support/newcomer.ts'
import { PASSWORD } from './support/settings.ts'
import { fillSignIn, greeting, toast } from './support/signin.ts'
import { expect, test } from './support/test.ts'

const WIDTHS = [1024, 1920, 360]

const row = (page: Page, name: string | RegExp) => page.getByRole('row').filter({ hasText: name })
const firm = (name: string) => founder('ada', { name })

async function addTeams({ call, organization }: Founder, ...names: string[]) {
  for (const name of names) await call(addTeam, { params: { orgId: organization.id }, body: { name } })
}

async function choose(page: Page, control: string, option: string) {
  await page.getByRole('combobox', { name: control }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

test('Members are listed, filtered by the address and the server; roles are explained', async ({ openBrowser }) => {
  const page = await (await openBrowser({ as: 'maya' })).newPage()
  await page.goto('/members')
  await expect(row(page, 'Helena Vale')).toContainText('Owner')
  await expect(page.getByRole('combobox', { name: 'Role of Helena Vale' })).toHaveCount(0)
  await expect(row(page, 'Beatriz Lund')).toContainText('Invited')
  await expect(row(page, 'Oskar Nilsen')).toContainText('Link expired')
  await expect(row(page, 'Daniel Marsh')).toContainText('Suspended')
  await expect(row(page, 'Maya Okafor')).toContainText('You')
  for (const name of ['Ana Sousa', 'Elena Popescu', 'Hanna Berg'])
    await page.getByRole('checkbox', { name: `Select row: ${name}` }).check()
  const bar = page.getByRole('toolbar', { name: 'Actions for selected members' })
  await expect(bar).toContainText('3 selected')
  await look(page, 'members', ...WIDTHS)
  await page.keyboard.press('Escape')
  await expect(bar).toBeHidden()

  await page.getByRole('button', { name: /^Suspended/ }).click()
  await expect(page).toHaveURL('/members?status=suspended')
  await expect(row(page, 'Daniel Marsh')).toBeVisible()
  await expect(row(page, 'Ana Sousa')).toHaveCount(0)
  await page.getByRole('searchbox', { name: 'Search members' }).fill('zed')
  await expect(page.getByText('No members found.')).toBeVisible()
  await look(page, 'members-empty')
  await page.getByRole('button', { name: 'Clear search and filters' }).click()
  await expect(page).toHaveURL('/members')
  await choose(page, 'Filter by team', 'Compliance')
  await choose(page, 'Filter by role', 'Manager')
  await expect(row(page, 'Lena Hartmann')).toBeVisible()
  await expect(row(page, 'Ines Carvalho')).toHaveCount(0)
  await page.reload()
  await expect(row(page, 'Lena Hartmann')).toBeVisible()
  await expect(row(page, 'Ines Carvalho')).toHaveCount(0)

  await page.getByRole('link', { name: 'Roles and permissions' }).click()
  await expect(page).toHaveURL('/members/roles')
  await expect(page.getByRole('columnheader', { name: /^Admin/ })).toContainText('You')
  await look(page, 'roles', ...WIDTHS)
  await page.getByRole('link', { name: /people with the role Owner/ }).click()
  await expect(page).toHaveURL('/members?role=owner')
  await expect(row(page, 'Tomas Vale')).toBeVisible()
  await expect(row(page, 'Ana Sousa')).toHaveCount(0)
})

test('Twelve people pasted, three of them bad; two join, one is suspended and told at once', async ({
  openBrowser,
  faults,
}) => {
  faults.expect(FAILED_CALL)
  const host = await firm('Tidewater & Sons')
  await addTeams(host, 'Client Services', 'Compliance')
  const known = await newcomer('kim')
  const [fresh, mended] = [freshAddress('amara'), freshAddress('isla')]
  const page = await (await openBrowser({ as: host.username })).newPage()
  await page.goto('/members')

  await page.getByRole('button', { name: 'Add New Member' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add New Member' })
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await dialog.getByRole('radio', { name: 'Paste many' }).check()
  const others = [
    'Bruno Keller',
    'Clara Jansen',
    'Dev Patel',
    'Elif Kaya',
    'Fatou Ndiaye',
    'Hugo Lindgren',
    'Yuki Tanaka',
  ]
  const lines = [
    `Amara Diallo, ${fresh}`,
    'Isla Brennan, isla.brennan@harborvale',
    `Kim Larsen\t${known.email}`,
    'Peter Novak',
    `Ada again; ${host.email}`,
    ...others.map((name) => `${name} <${freshAddress(name.split(' ')[0]?.toLowerCase() ?? '')}>`),
  ]
  await dialog.getByLabel('People').fill(lines.join('\n'))
  await choose(page, 'Team', 'Client Services')
  await dialog.getByRole('button', { name: /^Send 12 invitations/ }).click()
  await expect(dialog.getByText('3 lines need your attention')).toBeVisible()
  await expect(dialog.getByText('9 invitations sent as Member, Client Services')).toBeVisible()
  await expect(dialog.getByLabel('Line 2', { exact: true })).toBeFocused()
  await look(page, 'members-add', ...WIDTHS)
  await dialog.getByLabel('Line 2', { exact: true }).fill(`Isla Brennan, ${mended}`)
  await dialog.getByLabel('Line 4', { exact: true }).fill(`Peter Novak, ${freshAddress('peter')}`)
  await dialog.getByRole('button', { name: 'Leave out line 5' }).click()
  await dialog.getByLabel('Line 4', { exact: true }).press('Control+Enter')
  await expect(toast(page, '11 invitations sent')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(row(page, 'Isla Brennan')).toContainText('Expires in 7 days')

  const newPerson = await (await openBrowser()).newPage()
  const username = `amara-${crypto.randomUUID().slice(0, 6)}`
  await newPerson.goto(linkIn(await mailTo(fresh, 'Join Tidewater & Sons on Throughline')))
  await expect(newPerson.getByText('You’re joining Tidewater & Sons as Member')).toBeVisible()
  await expect(newPerson.getByText(`Invited by ${host.username}`)).toBeVisible()
  await newPerson.getByLabel('Username').fill(username)
  await newPerson.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await newPerson.getByLabel('Confirm password').fill(PASSWORD)
  await newPerson.getByRole('button', { name: 'REGISTER' }).click()
  await expect(newPerson).toHaveURL('/signin')
  await fillSignIn(newPerson, username, PASSWORD)
  await expect(greeting(newPerson)).toBeVisible()

  const withAccount = await (await openBrowser({ as: known.username })).newPage()
  await withAccount.goto(linkIn(await mailTo(known.email, 'Join Tidewater & Sons on Throughline')))
  await withAccount.getByRole('button', { name: 'Join', exact: true }).click()
  await expect(withAccount).toHaveURL('/home')

  await expect(row(page, 'Amara Diallo').or(row(page, username))).toContainText('Active')
  await expect(row(page, known.email)).toContainText('Active')
  const role = page
    .getByRole('row')
    .filter({ hasText: fresh })
    .getByRole('combobox', { name: /^Role of/ })
  // A change shows before the server has it; a page that is loaded anew must not be faster.
  const saved = () => page.waitForResponse((answer) => answer.request().method() === 'PATCH' && answer.ok())
  await role.click()
  await Promise.all([saved(), page.getByRole('option', { name: 'Manager', exact: true }).click()])
  const team = page
    .getByRole('row')
    .filter({ hasText: fresh })
    .getByRole('combobox', { name: /^Team of/ })
  await team.click()
  await Promise.all([saved(), page.getByRole('option', { name: 'Compliance', exact: true }).click()])
  await page.reload()
  await expect(row(page, fresh)).toContainText('Manager')
  await expect(row(page, fresh)).toContainText('Compliance')

  await row(page, fresh)
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await page.getByRole('menuitem', { name: 'Suspend' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Suspend' }).click()
  const notice = newPerson.getByRole('heading', { name: 'You no longer have access to Tidewater & Sons' })
  await expect(notice).toBeVisible({ timeout: 5_000 })
  await expect(
    newPerson.getByText('Your access was suspended or removed. Contact an administrator of Tidewater & Sons.'),
  ).toBeVisible()
  await expect(newPerson.getByRole('navigation')).toHaveCount(0)
  await expect(row(page, fresh)).toContainText('Suspended')
  await look(newPerson, 'locked-out')
  await newPerson.getByRole('button', { name: 'Go to sign-in' }).click()
  await expect(newPerson).toHaveURL('/signin')
  await toast(page, 'is suspended').locator('..').locator('..').getByRole('button', { name: 'Undo' }).click()
  await expect(row(page, fresh)).toContainText('Active')
})

test('A person belongs to several teams; many are changed at once; what others change moves nothing', async ({
  openBrowser,
}) => {
  const host = await firm('Linden Works')
  await addTeams(host, 'Client Services', 'Compliance', 'Legal')
  await invite(host, 'Noor', 'Wei', 'Kofi')
  const page = await (await openBrowser({ as: host.username })).newPage()
  const connected = page.waitForEvent('websocket', (socket) => socket.url().endsWith('/ws/live/'))
  await page.goto('/members')
  await page.getByRole('button', { name: 'Actions for Noor' }).click()
  await page.getByRole('menuitem', { name: 'Change teams…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Teams of Noor' })
  await dialog.getByRole('combobox', { name: 'Teams' }).fill('comp')
  await page.getByRole('option', { name: 'Compliance' }).click()
  await dialog.getByRole('combobox', { name: 'Teams' }).fill('leg')
  await page.getByRole('option', { name: 'Legal' }).click()
  await dialog.getByRole('radio', { name: 'Legal' }).check()
  await look(page, 'members-teams')
  await dialog.getByRole('button', { name: 'Save teams' }).click()
  await expect(page.getByRole('combobox', { name: 'Team of Noor' })).toHaveText('Legal')
  await expect(page.getByRole('button', { name: 'Teams of Noor, 1 more' })).toBeVisible()

  for (const name of ['Noor', 'Wei', 'Kofi']) await page.getByRole('checkbox', { name: `Select row: ${name}` }).check()
  const bar = page.getByRole('toolbar')
  await expect(bar.getByRole('button', { name: 'Resend' })).toBeVisible()
  await bar.getByRole('button', { name: 'Change role' }).click()
  await page.getByRole('dialog').getByRole('radio', { name: 'Viewer' }).check()
  await page.getByRole('dialog').getByRole('button', { name: 'Change' }).click()
  await expect(toast(page, '3 people: role is now Viewer')).toBeVisible()
  for (const name of ['Noor', 'Wei', 'Kofi'])
    await expect(page.getByRole('combobox', { name: `Role of ${name}` })).toHaveText('Viewer')

  await connected
  await page.getByRole('checkbox', { name: 'Select row: Wei' }).check()
  await invite(host, 'Zora')
  await expect(row(page, 'Zora')).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'Select row: Wei' })).toBeChecked()
})

test('By keyboard alone: add, change, move between rows, remove', async ({ openBrowser }) => {
  const host = await firm('Birch & Co')
  const guest = await newcomer('lou')
  await bringIn(host, guest, 'member')
  const page = await (await openBrowser({ as: host.username })).newPage()
  await page.goto('/members')
  await page.getByRole('button', { name: 'Add New Member' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByLabel('Name')).toBeFocused()
  await page.keyboard.type('Zoe Last')
  await page.keyboard.press('Tab')
  await page.keyboard.type(freshAddress('zoe'))
  await page.keyboard.press('Control+Enter')
  await expect(toast(page, 'Invitation sent to Zoe Last')).toBeVisible()
  await expect(row(page, 'Zoe Last')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add New Member' })).toBeFocused()

  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await expect(page.getByRole('checkbox', { name: 'Select row: Zoe Last' })).toBeFocused()
  await page.keyboard.press('x')
  await expect(page.getByRole('toolbar')).toContainText('1 selected')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('combobox', { name: 'Role of Zoe Last' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('listbox')).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Role of Zoe Last' })).toHaveText('Viewer')
  await expect(page.getByRole('combobox', { name: 'Role of Zoe Last' })).toBeFocused()

  await page.getByRole('button', { name: 'Actions for Zoe Last' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Revoke invitation' }).focus()
  await page.keyboard.press('Enter')
  const question = page.getByRole('alertdialog', { name: 'Are you sure you want to remove this member?' })
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(row(page, 'Zoe Last')).toHaveCount(0)
  await expect(page.getByRole('checkbox', { name: `Select row: ${guest.username}` })).toBeFocused()
})

async function invite({ call, organization }: Founder, ...names: string[]) {
  const params = { orgId: organization.id }
  const role = (await call(listRoles, { params })).find(({ name }) => name === 'member')
  if (!role) throw new Error('there is no role for members')
  const people = names.map((name) => ({ name, email: freshAddress(name.toLowerCase()) }))
  await call(addMembers, { params, body: { people, role_id: role.id, team_id: null } })
}
