import type { Page } from '@playwright/test'
import { addMembers, listMembers, listRoles } from '@throughline/contracts/org-members'
import { addTeam, addTeamMembers } from '@throughline/contracts/org-teams'
import { look } from './support/look.ts'
import { freshAddress } from './support/mail.ts'
import { type Founder, founder } from './support/newcomer.ts'
import { toast } from './support/signin.ts'
import { expect, test } from './support/test.ts'

const WIDTHS = [1024, 1920, 360]

const panelOf = (page: Page, name: string) => page.getByRole('complementary', { name: `Team ${name}` })
const openTeam = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).click()

async function withPeople(host: Founder, team: string, ...names: string[]) {
  const params = { orgId: host.organization.id }
  const role = (await host.call(listRoles, { params })).find(({ name }) => name === 'member')
  if (!role) throw new Error('there is no role for members')
  const people = names.map((name) => ({ name, email: freshAddress(name.toLowerCase()) }))
  await host.call(addMembers, { params, body: { people, role_id: role.id, team_id: null } })
  const { id: teamId } = await host.call(addTeam, { params, body: { name: team } })
  const members = await host.call(listMembers, { params, query: {} })
  const member_ids = members.filter(({ name }) => names.includes(name)).map(({ id }) => id)
  await host.call(addTeamMembers, { params: { ...params, teamId }, body: { member_ids } })
}

test('A team is added, filled, changed, left, removed and taken back', async ({ openBrowser }) => {
  const host = await founder('ada', { name: 'Cedar Partners' })
  const context = await openBrowser({ as: host.username, permissions: ['clipboard-write'] })
  const page = await context.newPage()
  await page.goto('/teams')
  await expect(page.getByText('No teams found.')).toBeVisible()
  await look(page, 'teams-empty')
  await page.getByRole('button', { name: 'Add New Team' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await look(page, 'teams-add')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Enter a name')).toBeVisible()
  await page.keyboard.type('Compliance')
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Compliance was added')).toBeVisible()

  await withPeople(host, 'Client Services', 'Noor', 'Wei')
  await openTeam(page, 'Compliance')
  const panel = panelOf(page, 'Compliance')
  await expect(panel.getByText('No members in this team')).toBeVisible()
  await panel.getByRole('button', { name: 'Add people' }).click()
  await dialog.getByRole('combobox', { name: 'People' }).fill('noor')
  await page.getByRole('option', { name: /Noor/ }).click()
  await dialog.getByRole('combobox', { name: 'People' }).fill('wei')
  await page.getByRole('option', { name: /Wei/ }).click()
  await look(page, 'teams-add-people')
  await dialog.getByRole('button', { name: 'Add 2 people' }).click()
  await expect(toast(page, '2 people added to Compliance')).toBeVisible()
  await expect(panel.getByText('Noor', { exact: true })).toBeVisible()
  await panel.getByRole('button', { name: 'Copy addresses' }).click()
  await expect(toast(page, '2 addresses copied')).toBeVisible()
  // No page of ours may read the clipboard: it is pasted into a field.
  const field = await page.evaluateHandle(() => {
    const made = document.createElement('textarea')
    document.body.append(made)
    made.focus()
    return made
  })
  await page.keyboard.press('ControlOrMeta+v')
  expect(await field.evaluate(({ value }) => value)).toMatch(/noor\S+, wei\S+/)
  await field.evaluate((made) => made.remove())

  await panel.getByRole('button', { name: 'Remove Wei from the team' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove Wei' }).click()
  await expect(toast(page, 'Wei left Compliance')).toBeVisible()
  await expect(panel.getByText('Wei', { exact: true })).toHaveCount(0)

  await panel.getByRole('button', { name: 'Actions for Compliance' }).click()
  await page.getByRole('menuitem', { name: 'Edit team' }).click()
  await dialog.getByLabel('Description').fill('Checks and evidence')
  await dialog.getByRole('button', { name: 'Save team' }).click()
  await expect(panel.getByText('Checks and evidence')).toBeVisible()

  await panel.getByRole('button', { name: 'Actions for Compliance' }).click()
  await page.getByRole('menuitem', { name: 'Remove team' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove Compliance' }).click()
  await expect(page.getByRole('link', { name: 'Compliance', exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('link', { name: 'Compliance', exact: true })).toBeVisible()
})

test('A team opens beside its card, with members by role and a search; keys lead from team to team', async ({
  openBrowser,
}) => {
  const page = await (await openBrowser({ as: 'maya' })).newPage()
  await page.goto('/teams')
  await openTeam(page, 'Client Services')
  const panel = panelOf(page, 'Client Services')
  await expect(panel.getByText('Team 1 of 6')).toBeVisible()
  await expect(panel.getByRole('heading', { level: 3 }).first()).toContainText('Admin')
  await expect(panel.getByText('Maya Okafor')).toBeVisible()
  await look(page, 'teams', ...WIDTHS)
  await panel.getByRole('searchbox', { name: 'Search this team' }).fill('viewer')
  await expect(panel.getByText('Farid Rahimi')).toBeVisible()
  await expect(panel.getByText('Maya Okafor')).toBeHidden()
  await page.getByRole('heading', { level: 1 }).focus()
  await page.keyboard.press('j')
  await expect(panelOf(page, 'Compliance')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/teams')
  await expect(page.getByRole('link', { name: 'Compliance', exact: true })).toBeFocused()
  await page.getByRole('radio', { name: 'List' }).check()
  await expect(page.getByRole('row', { name: /Compliance/ })).toContainText('Identity checks, audits and evidence.')
  await look(page, 'teams-list', ...WIDTHS)
})
