import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { getMe } from '@throughline/contracts/auth'
import { addMembers, changeMember, listRoles } from '@throughline/contracts/org-members'
import { addTeam } from '@throughline/contracts/org-teams'
import { updateProfile } from '@throughline/contracts/profile'
import { asSuperuser } from './support/database.ts'
import { look } from './support/look.ts'
import { freshAddress } from './support/mail.ts'
import { type Founder, founder } from './support/newcomer.ts'
import { expect, test } from './support/test.ts'

const WIDTHS = [1024, 1440, 1920, 360]
const WRITER = 'Abel Lantern'
const NAMES = ['Lena Hartmann', 'Priya Raman', 'Jonas Weber', 'Wei Chen', 'Ana Sousa', 'Theo Lindqvist']

/** An organisation in which something has happened. */
async function busy(name: string): Promise<Founder> {
  const host = await founder(name, { name: 'Lantern & Sons', time_zone: 'Europe/Amsterdam' })
  const { id: userId } = await host.call(getMe)
  await host.call(updateProfile, { params: { userId }, body: { name: WRITER } })
  const params = { orgId: host.organization.id }
  const roles = await host.call(listRoles, { params })
  const roleOf = (wanted: string) => {
    const role = roles.find((each) => each.name === wanted)
    if (!role) throw new Error(`there is no role ${wanted}`)
    return role.id
  }
  const people = NAMES.map((each) => ({ name: each, email: freshAddress(each.split(' ')[0]?.toLowerCase() ?? 'x') }))
  const { results } = await host.call(addMembers, {
    params,
    body: { people, role_id: roleOf('member'), team_id: null },
  })
  for (const each of ['Client Services', 'Legal']) await host.call(addTeam, { params, body: { name: each } })
  const first = results[0]?.member
  if (!first) throw new Error('nobody was invited')
  await host.call(changeMember, { params: { ...params, memberId: first.id }, body: { role: roleOf('manager') } })
  return host
}

/** Every row has its place in the chain: none is waiting any more. */
const sealed = ({ organization }: Founder) =>
  expect
    .poll(async () => (await asSuperuser('select 1 from audit_pending where tenant_id = $1', [organization.id])).length)
    .toBe(0)

async function openLog(page: Page) {
  await page.goto('/org-profile/audit')
  await expect(page.getByText('changed the role of')).toBeVisible()
}

test('The audit log is read, filtered, exported and verified; new rows are counted, and shown on press', async ({
  openBrowser,
}) => {
  const host = await busy('abel')
  await sealed(host)
  const page = await (await openBrowser({ as: host.username, ownSession: true })).newPage()
  await openLog(page)
  const row = page.getByRole('row').filter({ hasText: 'changed the role of' })
  await expect(row).toContainText('Lena Hartmann')
  await row.getByRole('button', { name: /^Details of row/ }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('member.role_changed')).toBeVisible()
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByRole('status').filter({ hasText: /rows are intact/ })).toBeVisible()
  await look(page, 'audit', ...WIDTHS)

  await page.getByRole('combobox', { name: 'What' }).click()
  await page.getByRole('option', { name: 'Teams' }).click()
  await expect(page).toHaveURL(/act=team/)
  await expect(page.getByText('added the team')).toHaveCount(2)
  await expect(page.getByText('changed the role of')).toHaveCount(0)

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^audit-lantern-sons-\d{4}-\d\d-\d\d\.csv$/)
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\n')
  expect(lines.filter((line) => line.includes('team.added'))).toHaveLength(2)
  expect(lines.some((line) => line.includes('member.'))).toBe(false)

  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByRole('combobox', { name: 'Who' }).fill('Abel')
  await page.getByRole('option', { name: /^Abel Lantern/ }).click()
  await expect(page).toHaveURL(/who=/)
  await expect(page.getByText('added the team').first()).toBeVisible()
  await page.reload()
  await expect(page.getByRole('combobox', { name: 'Who' })).toHaveValue(WRITER)
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByRole('combobox', { name: 'When' }).click()
  await page.getByRole('option', { name: 'Other days' }).click()
  await page.getByLabel('To', { exact: true }).fill('2020-01-01')
  await expect(page.getByText('No rows match these filters')).toBeVisible()
  await look(page, 'audit-nomatch')

  await page.getByRole('button', { name: 'Clear filters' }).first().click()
  await expect(page.getByText('changed the role of')).toBeVisible()
  await host.call(addTeam, { params: { orgId: host.organization.id }, body: { name: 'Night Watch' } })
  await page.getByRole('button', { name: /^\d+ new$/ }).click()
  await expect(page.getByText('Night Watch')).toBeVisible()
})

test('A changed row is found, named and shown', async ({ openBrowser }) => {
  const host = await busy('bert')
  await sealed(host)
  const { id } = host.organization
  const [target] = await asSuperuser<{ seq: string }>(
    `select seq from audit_log where tenant_id = $1 and act = 'team.added' order by seq limit 1`,
    [id],
  )
  const seq = Number(target?.seq)
  // One statement, so that the trigger that forbids this is away for this connection only.
  await asSuperuser(
    `do $$ begin
       set local session_replication_role = replica;
       update audit_log set data = '{"name":"Somebody else"}' where tenant_id = '${id}' and seq = ${seq};
     end $$`,
  )
  const page = await (await openBrowser({ as: host.username, ownSession: true })).newPage()
  await openLog(page)
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByRole('alert')).toContainText(`The chain breaks at row ${seq}`)
  await expect(page.getByRole('alert')).toContainText(`Rows 1 to ${seq - 1} are intact.`)
  await page.getByRole('button', { name: `Go to row ${seq}` }).click()
  await expect(page.getByRole('button', { name: `Details of row ${seq}` })).toBeFocused()
  await expect(page.getByText('Seal doesn’t match')).toBeVisible()
  await look(page, 'audit-broken', ...WIDTHS)
})
