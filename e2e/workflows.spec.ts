import type { Page } from '@playwright/test'
import { addTeam } from '@throughline/contracts/org-teams'
import { listTemplates, useTemplate as startFromTemplate } from '@throughline/contracts/templates'
import { duplicateWorkflow, listWorkflows } from '@throughline/contracts/workflows'
import { look } from './support/look.ts'
import { bringIn, type Founder, founder, newcomer } from './support/newcomer.ts'
import { toast } from './support/signin.ts'
import { expect, test } from './support/test.ts'

const WIDTHS = [1024, 1920]

const cardOf = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) })
const linkTo = (page: Page, name: string) => page.getByRole('link', { name, exact: true })
const panelOf = (page: Page) => page.getByRole('complementary', { name: 'Add Workflow' })
const choose = async (page: Page, name: string, item: string) => {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

/** Workflows as a firm has them after its first days, made from templates. */
async function withWorkflows(host: Founder, ...names: string[]) {
  const { data: templates } = await host.call(listTemplates, { query: {} })
  for (const wanted of names) {
    const template = templates.find(({ name }) => name === wanted)
    if (!template) throw new Error(`there is no template ${wanted}`)
    const { id: templateId, name, description, prefix } = template
    await host.call(startFromTemplate, { params: { templateId }, body: { name, description, prefix } })
  }
}

async function openAs(host: Founder, openBrowser: (wish: { as: string }) => Promise<{ newPage: () => Promise<Page> }>) {
  const page = await (await openBrowser({ as: host.username })).newPage()
  await page.goto('/workflows')
  return page
}

test('The first workflow: said in words, seen before it is created', async ({ openBrowser }) => {
  const host = await founder('ines', { name: 'Cedar Partners' })
  const page = await openAs(host, openBrowser)
  await expect(page.getByRole('heading', { name: 'Build your first workflow' })).toBeVisible()
  await expect(page.getByRole('link', { name: /^All \d+ templates$/ })).toBeVisible()
  await look(page, 'workflows-empty', ...WIDTHS)
  await page
    .getByLabel('Or describe it to Copilot')
    .fill('Someone asks for a purchase. If it is over 1,000, their manager approves, with a wink. Then we order it.')
  await page.getByRole('button', { name: 'Draft workflow' }).click()
  const panel = panelOf(page)
  await expect(panel.getByText('This is the built-in rule-based drafter, not a language model.')).toBeVisible()
  await expect(panel.getByText('What we understood')).toBeVisible()
  await expect(panel.getByText('Not understood, so left out')).toBeVisible()
  await expect(panel.getByRole('region', { name: 'Drafted workflow' })).toBeVisible()
  await look(page, 'workflows-copilot')
  expect((await host.call(listWorkflows, { query: {} })).data).toEqual([])
  await panel.getByRole('button', { name: 'Create workflow' }).click()
  await expect(page).toHaveURL(/\/workflow-builder\/[0-9a-f-]{36}$/)
  await page.goto('/workflows')
  await expect(page.getByText('Not published yet')).toBeVisible()
})

test('Workflows are found, filtered, archived, deleted, taken back and deleted for ever', async ({ openBrowser }) => {
  test.slow()
  const host = await founder('kofi', { name: 'Cedar Partners' })
  await withWorkflows(host, 'Client onboarding', 'Invoice approval', 'Month-end close', 'Leave request')
  const page = await openAs(host, openBrowser)
  await expect(cardOf(page, 'Invoice approval').getByText('Sequential · v1')).toBeVisible()
  await expect(page.getByRole('link', { name: /^View Instances\s*Invoice approval/ })).toHaveAttribute(
    'href',
    /\/workflows\/.*\/instances$/,
  )
  await look(page, 'workflows', ...WIDTHS)

  await page.getByRole('searchbox', { name: 'Find a workflow' }).fill('inv')
  await expect(linkTo(page, 'Leave request')).toBeHidden()
  await expect(linkTo(page, 'Invoice approval')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Find a workflow' }).fill('zed')
  await expect(page.getByText('No workflows match “zed”')).toBeVisible()
  await page.getByRole('button', { name: 'Clear search' }).click()
  await page.getByRole('button', { name: 'Sort by: Last changed' }).click()
  await page.getByRole('menuitemradio', { name: 'Name' }).click()
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    'Client onboarding',
    'Invoice approval',
    'Leave request',
    'Month-end close',
  ])

  await choose(page, 'Leave request', 'Archive')
  await expect(toast(page, 'Leave request was archived')).toBeVisible()
  await page.getByRole('radio', { name: 'Active' }).check()
  await expect(linkTo(page, 'Client onboarding')).toBeVisible()
  await expect(linkTo(page, 'Leave request')).toBeHidden()
  await page.getByRole('radio', { name: 'Archived' }).check()
  await expect(linkTo(page, 'Leave request')).toBeVisible()
  await choose(page, 'Leave request', 'Reactivate')
  await expect(page.getByText('No archived workflows')).toBeVisible()
  await page.getByRole('button', { name: 'Show all workflows' }).click()

  await page.getByRole('button', { name: 'Actions for Client onboarding' }).click()
  await look(page, 'workflows-menu')
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete Workflow?' })
  await expect(question).toContainText('Moves to trash for 30 days.')
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await look(page, 'workflows-delete')
  await question.getByRole('button', { name: 'Delete workflow' }).click()
  await expect(toast(page, 'Client onboarding moved to trash')).toBeVisible()
  await expect(linkTo(page, 'Client onboarding')).toBeHidden()
  await expect(linkTo(page, 'Invoice approval')).toBeFocused()
  const told = page.getByRole('status').filter({ hasText: 'Client onboarding moved to trash' })
  await told.getByRole('button', { name: 'Undo' }).click()
  await expect(linkTo(page, 'Client onboarding')).toBeVisible()

  await choose(page, 'Month-end close', 'Delete')
  await question.getByRole('button', { name: 'Delete workflow' }).click()
  await expect(linkTo(page, 'Month-end close')).toBeHidden()
  await page.getByRole('radio', { name: 'Trash' }).check()
  await expect(page.getByText(/Gone in 30 days/)).toBeVisible()
  await look(page, 'workflows-trash')
  await choose(page, 'Month-end close', 'Delete forever')
  await expect(question).toContainText('This workflow will be permanently deleted. This action cannot be undone.')
  await question.getByRole('button', { name: 'Delete workflow forever' }).click()
  await expect(page.getByText('The trash is empty')).toBeVisible()

  await page.getByRole('radio', { name: 'All' }).check()
  await page.getByRole('radio', { name: 'List' }).check()
  await expect(page.getByRole('row', { name: /Invoice approval/ })).toContainText('Everyone')
  await look(page, 'workflows-table', ...WIDTHS)
  await page.goto('/workflows')
  await expect(page.getByRole('table', { name: 'Workflows' })).toBeVisible()
})

test('A workflow is exported, imported elsewhere and duplicated', async ({ openBrowser }) => {
  const host = await founder('lina', { name: 'Cedar Partners' })
  await withWorkflows(host, 'Leave request')
  const page = await openAs(host, openBrowser)
  const saved = page.waitForEvent('download')
  await choose(page, 'Leave request', 'Export JSON')
  const file = await saved
  expect(file.suggestedFilename()).toBe('LEAVE.json')
  const path = await file.path()

  const other = await founder('lars', { name: 'Elsewhere' })
  await withWorkflows(other, 'Client onboarding')
  const there = await openAs(other, openBrowser)
  await there.getByLabel('Workflow file').setInputFiles(path)
  await expect(there).toHaveURL(/\/workflow-builder\/[0-9a-f-]{36}$/)
  await expect(there.getByRole('heading', { level: 1, name: /Leave request/ })).toBeVisible()
  await there.goto('/workflows')
  await there
    .getByLabel('Workflow file')
    .setInputFiles({ name: 'broken.json', mimeType: 'application/json', buffer: Buffer.from('{\n  "name" 1\n}') })
  await expect(toast(there, 'Invalid JSON format')).toBeVisible()
  await there.getByRole('button', { name: 'Open in editor' }).click()
  await expect(panelOf(there).getByText('Line 2, column 3: a colon is missing after "name".')).toBeVisible()

  await choose(page, 'Leave request', 'Duplicate')
  await expect(page.getByText('Not published yet')).toBeVisible()
  expect((await host.call(listWorkflows, { query: {} })).data.map(({ prefix }) => prefix).sort()).toEqual([
    'LEAVE',
    'LEAVE2',
  ])
})

test('Who sees a workflow is said by those who may; readers change nothing', async ({ openBrowser }) => {
  test.slow()
  const host = await founder('mara', { name: 'Cedar Partners' })
  const member = await newcomer('noa')
  const reader = await newcomer('omar')
  await bringIn(host, member, 'member')
  await bringIn(host, reader, 'viewer')
  await host.call(addTeam, { params: { orgId: host.organization.id }, body: { name: 'Directors' } })
  await withWorkflows(host, 'Invoice approval', 'Leave request')
  const page = await openAs(host, openBrowser)
  await choose(page, 'Invoice approval', 'Who can see it…')
  const dialog = page.getByRole('dialog', { name: 'Who can see Invoice approval' })
  await dialog.getByRole('radio', { name: /^Teams and people/ }).check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Choose a team or a person, or choose Everyone.')
  await dialog.getByRole('combobox', { name: 'Teams' }).fill('dir')
  await page.getByRole('option', { name: /Directors/ }).click()
  await dialog.getByRole('combobox', { name: 'People' }).fill(host.username)
  await page.getByRole('option', { name: new RegExp(host.username) }).click()
  await look(page, 'workflows-access')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(cardOf(page, 'Invoice approval').getByText('Directors and 1 person')).toBeVisible()

  for (const guest of [member, reader]) {
    const theirs = await (await openBrowser({ as: guest.username })).newPage()
    await theirs.goto('/workflows')
    await expect(linkTo(theirs, 'Leave request')).toBeVisible()
    await expect(linkTo(theirs, 'Invoice approval')).toHaveCount(0)
    await theirs.getByRole('button', { name: 'Actions for Leave request' }).click()
    await expect(theirs.getByRole('menuitem', { name: 'View Workflow' })).toBeVisible()
    await expect(theirs.getByRole('menuitem', { name: 'Who can see it…' })).toHaveCount(0)
    const changes = guest === member ? 1 : 0
    await expect(theirs.getByRole('menuitem', { name: 'Delete' })).toHaveCount(changes)
    await theirs.keyboard.press('Escape')
    await expect(theirs.getByRole('button', { name: 'Add Workflow' })).toHaveCount(changes)
  }
})

test('By keys alone: added, opened, left, deleted and taken back', async ({ openBrowser }) => {
  const host = await founder('petra', { name: 'Cedar Partners' })
  await withWorkflows(host, 'Client onboarding', 'Leave request')
  const page = await openAs(host, openBrowser)
  await expect(linkTo(page, 'Leave request')).toBeVisible()
  await page.getByRole('heading', { level: 1 }).focus()
  await page.keyboard.press('j')
  await expect(linkTo(page, 'Leave request')).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(linkTo(page, 'Client onboarding')).toBeFocused()
  await page.keyboard.press('k')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: /Leave request/ })).toBeVisible()
  await page.goBack()
  // Once more, before what was read has become old.
  await linkTo(page, 'Leave request').press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: /Leave request/ })).toBeVisible()
  await page.goBack()
  await page.getByRole('button', { name: 'Add Workflow' }).press('Enter')
  const panel = panelOf(page)
  await expect(panel.getByLabel('Name', { exact: true })).toBeFocused()
  await page.keyboard.type('Visitors')
  await page.keyboard.press('Tab')
  await page.keyboard.type('vis')
  await panel.getByRole('button', { name: 'Add step' }).press('Enter')
  await page.keyboard.type('Print the badge')
  await look(page, 'workflows-add-form', ...WIDTHS)
  await panel.getByRole('button', { name: 'Create workflow' }).press('Enter')
  await expect(page).toHaveURL(/\/workflow-builder\/[0-9a-f-]{36}$/)
  const { data } = await host.call(listWorkflows, { query: { search: 'Visitors' } })
  expect(data).toMatchObject([{ prefix: 'VIS', current_version: null, step_types: ['manual', 'manual'] }])
  await page.goto('/workflows')
  await page.getByRole('button', { name: 'Actions for Visitors' }).press('Enter')
  await expect(page.getByRole('menuitem', { name: 'View Workflow' })).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(linkTo(page, 'Visitors')).toBeHidden()
  await expect(linkTo(page, 'Leave request')).toBeFocused()
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(linkTo(page, 'Visitors')).toBeVisible()
})

test('A long list comes page by page; what others make is shown, also what came before the page listened', async ({
  openBrowser,
}) => {
  const host = await founder('quinn', { name: 'Cedar Partners' })
  await withWorkflows(host, 'Leave request')
  const { data } = await host.call(listWorkflows, { query: {} })
  const [first] = data
  if (!first) throw new Error('there is no workflow')
  const copy = (name: string) => host.call(duplicateWorkflow, { params: { workflowId: first.id }, body: { name } })
  for (let n = 1; n <= 55; n++) await copy(`Copy ${n}`)
  const page = await (await openBrowser({ as: host.username })).newPage()
  const { promise: allowed, resolve: allow } = Promise.withResolvers<void>()
  await page.route('**/assets/live-*.js', async (route) => {
    await allowed
    await route.continue()
  })
  await page.goto('/workflows')
  await expect(page.getByRole('heading', { level: 2 })).toHaveCount(50)
  await copy('Before it listens')
  allow()
  await expect(linkTo(page, 'Before it listens')).toBeVisible()
  await page.getByRole('heading', { level: 2 }).last().scrollIntoViewIfNeeded()
  await expect(page.getByRole('heading', { level: 2 })).toHaveCount(57)
  await copy('While it listens')
  await expect(linkTo(page, 'While it listens')).toBeVisible()
})
