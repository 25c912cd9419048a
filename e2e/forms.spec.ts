import type { BrowserContext, Page } from '@playwright/test'
import type { FormElement } from '@throughline/contracts/form-content'
import { getForm } from '@throughline/contracts/forms'
import { InstanceId } from '@throughline/contracts/ids'
import type { WorkflowInput } from '@throughline/contracts/workflows'
import { pick, withWorkflow } from './support/builder.ts'
import { FAILED_CALL } from './support/faults.ts'
import { publishedForm } from './support/forms.ts'
import { look } from './support/look.ts'
import { bringIn, type Founder, founder, newcomer } from './support/newcomer.ts'
import { expectNeverReloaded, markPage, openTask } from './support/running.ts'
import { toast } from './support/signin.ts'
import { expect, test } from './support/test.ts'

const WIDTHS = [1024, 1920]

const question = (page: Page) => page.getByRole('combobox', { name: 'Insert an element' })
const saved = (page: Page) => expect(page.getByText(/^Draft saved/)).toBeVisible()
const panel = (page: Page, name: string) => page.getByRole('complementary', { name })
const element = (page: Page, name: string) => page.getByRole('group', { name })
const formId = (page: Page) => /\/forms\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? ''

async function save(page: Page) {
  await page.getByRole('button', { name: /^Save/ }).click()
  await expect(toast(page, 'Form saved successfully!')).toBeVisible()
}

async function publish(page: Page, version: number) {
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: `Publish version ${version}?` })
  await expect(dialog.getByRole('button', { name: 'Keep as draft' })).toBeFocused()
  await dialog.getByRole('button', { name: `Publish version ${version}` }).click()
  await expect(toast(page, /^Form published! Share this URL: http.*\/public\/forms\//)).toBeVisible()
}

test('A form is built with the mouse, published, shared, closed, deleted and taken back', async ({ openBrowser }) => {
  test.slow()
  const host = await founder('frida', { name: 'Cedar Partners' })
  const context = await openBrowser({ as: host.username, permissions: ['clipboard-write'] })
  const page = await context.newPage()
  await page.goto('/forms')
  await expect(page.getByText("You haven't created any forms yet.")).toBeVisible()
  await look(page, 'forms-empty', ...WIDTHS)
  await page.getByRole('link', { name: 'Create Your First Form' }).click()
  await expect(page.getByRole('heading', { name: 'Untitled Form' })).toBeVisible()
  await look(page, 'form-builder-new')

  await test.step('questions, choices and a condition', async () => {
    await page.getByRole('textbox', { name: 'Title' }).fill('New client intake')
    await page.getByRole('button', { name: 'Company', exact: true }).click()
    await question(page).fill('/checkboxes')
    await page.getByRole('option', { name: /Checkboxes/ }).click()
    const services = panel(page, 'Checkboxes')
    await services.getByRole('textbox', { name: 'Label' }).fill('Services')
    const named = panel(page, 'Services')
    await named.getByRole('textbox', { name: 'Option 1' }).fill('Payroll')
    await named.getByRole('switch', { name: /Required/ }).click()
    await question(page).fill('How often do you pay wages?')
    await question(page).press('Enter')
    const wages = panel(page, 'How often do you pay wages?')
    await wages.getByRole('button', { name: 'Add condition' }).click()
    await wages.getByRole('combobox', { name: 'Variable' }).click()
    await page.getByRole('option', { name: 'Services' }).click()
    await expect(wages.getByText('shown when Services contains Payroll.')).toBeVisible()
    await look(page, 'form-builder', ...WIDTHS)
  })

  await test.step('saved under its own address, then published', async () => {
    // It is off, and says why.
    await page.getByRole('button', { name: 'Publish', exact: true }).press('Enter')
    await expect(page.getByText('Save the form first.')).toBeVisible()
    await page.keyboard.press('Escape')
    await save(page)
    await expect(page).toHaveURL(/\/forms\/[0-9a-f-]{36}$/)
    await publish(page, 1)
  })
  const id = formId(page)
  const { data } = await host.call(getForm, { params: { formId: id } })
  expect(data).toMatchObject({ title: 'New client intake', status: 'active', current_version: 1 })
  expect(data.elements.map(({ label }) => label)).toEqual(['Company', 'Services', 'How often do you pay wages?'])

  await test.step('shared, closed, deleted and restored from the list', async () => {
    await page.goto('/forms')
    const act = async (name: string) => {
      await page.getByRole('button', { name: 'Actions for New client intake' }).click()
      await page.getByRole('menuitem', { name, exact: true }).click()
    }
    await act('Share')
    const dialog = page.getByRole('dialog', { name: 'Share New client intake' })
    await expect(dialog.getByRole('img', { name: 'QR code for the form’s link' })).toBeVisible()
    await look(page, 'forms-share')
    await dialog.getByRole('button', { name: 'Copy' }).click()
    await expect(toast(page, 'Form URL copied to clipboard!')).toBeVisible()
    expect(await dialog.getByRole('textbox', { name: 'Link to the form' }).inputValue()).toBe(data.public_url)
    await dialog.getByRole('button', { name: 'Done' }).click()
    await act('Close to new responses')
    await expect(page.getByText('Active, closed')).toBeVisible()
    await look(page, 'forms', ...WIDTHS)
    await act('Delete')
    await page.getByRole('button', { name: 'Delete form' }).click()
    const gone = toast(page, 'New client intake moved to trash').locator('..').locator('..')
    await gone.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByRole('link', { name: 'New client intake' })).toBeVisible()
  })
})

test('The same form is built by keyboard alone in the outline', async ({ openBrowser }) => {
  test.slow()
  const host = await founder('greta', { name: 'Cedar Partners' })
  const page = await (await openBrowser({ as: host.username })).newPage()
  await page.goto('/form-builder/new?mode=outline')
  const tree = page.getByRole('tree', { name: 'Outline of Untitled Form' })
  await tree.getByRole('treeitem').first().focus()
  const add = async (...keys: string[]) => {
    await page.keyboard.press('a')
    await expect(question(page)).toBeFocused()
    for (const text of keys) await page.keyboard.type(text)
    await page.keyboard.press('Enter')
    await expect(question(page)).toBeHidden()
  }
  await add('Company')
  await expect(tree.getByRole('treeitem', { name: /Company/ })).toBeFocused()
  await page.keyboard.press('r')
  await expect(tree.getByRole('treeitem', { name: /Company/ })).toContainText('Required')
  await add('/checkboxes')
  await page.keyboard.press('Enter')
  await expect(panel(page, 'Checkboxes').getByRole('textbox', { name: 'Label' })).toBeFocused()
  await page.keyboard.type('Services')
  await page.keyboard.press('Control+s')
  await expect(toast(page, 'Form saved successfully!')).toBeVisible()
  await expect(page).toHaveURL(/\/forms\/[0-9a-f-]{36}/)
  await look(page, 'form-outline')
  await tree.getByRole('treeitem', { name: /Services/ }).focus()
  await page.keyboard.press('Alt+ArrowUp')
  await page.keyboard.press('p')
  await saved(page)
  const { data } = await host.call(getForm, { params: { formId: formId(page) } })
  expect(data.elements.map(({ label, title }) => label ?? title)).toEqual(['Page 1', 'Services', 'Company', 'Page 2'])
})

test('Two people at one form: nothing is lost, and publishing needs a tick for the other', async ({
  openBrowser,
  faults,
}) => {
  test.slow()
  faults.expect(FAILED_CALL)
  const host = await founder('hanna', { name: 'Cedar Partners' })
  const guest = await newcomer('ivo')
  await bringIn(host, guest, 'member')
  const mine = await (await openBrowser({ as: host.username })).newPage()
  await mine.goto('/form-builder/new')
  await question(mine).fill('Company')
  await question(mine).press('Enter')
  await save(mine)
  const id = formId(mine)
  const theirs = await (await openBrowser({ as: guest.username })).newPage()
  await theirs.goto(`/form-builder/${id}?edit=true`)
  await question(theirs).fill('Email')
  await question(theirs).press('Enter')
  await saved(theirs)
  await expect(element(mine, 'Text: Email')).toBeVisible()
  await question(mine).fill('City')
  await question(mine).press('Enter')
  await expect(element(theirs, 'Text: City')).toBeVisible()
  await saved(mine)
  await mine.getByRole('button', { name: 'Publish', exact: true }).click()
  const dialog = mine.getByRole('dialog', { name: 'Publish version 1?' })
  const button = dialog.getByRole('button', { name: 'Publish version 1' })
  await expect(button).toBeDisabled()
  await dialog.getByRole('checkbox', { name: new RegExp(guest.username) }).check()
  await button.click()
  await expect(toast(mine, /^Form published!/)).toBeVisible()
  const { data } = await host.call(getForm, { params: { formId: id } })
  expect(data.elements.map(({ label }) => label)).toEqual(['Company', 'Email', 'City'])
})

const ONBOARDING: WorkflowInput = {
  name: 'Client onboarding',
  prefix: 'ONB',
  type: 'sequential',
  metadata: { version: '1.0', category: 'clients' },
  start_fields: [{ name: 'legal_name', type: 'text', label: 'Legal name', required: true }],
  start_step: 'check',
  steps: { check: { id: 'check', type: 'manual', name: 'Check', assignee: { starter: true }, fields: [], next: [] } },
}

/** A published form that asks for one name, and the workflow that its responses start, once a trigger says so. */
async function intake(host: Founder, context: BrowserContext) {
  await withWorkflow(host, ONBOARDING)
  const elements: FormElement[] = [{ id: 'txt-1', type: 'textbox', label: 'Legal name', required: true }]
  const path = await publishedForm(context, 'New client', elements)
  return { path, submissions: `${path.replace('/public', '')}/submissions` }
}

async function addTrigger(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Triggers' })
  await expect(dialog.getByText('No triggers have been set up for this form yet.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Add New Trigger' }).click()
  await pick(page, dialog.getByRole('combobox', { name: 'Workflow' }), /Client onboarding/)
  await expect(dialog.getByText('1 of 1 matched.')).toBeVisible()
  await look(page, 'form-triggers')
  await dialog.getByRole('button', { name: 'Add Trigger' }).click()
  await expect(toast(page, 'Trigger Added')).toBeVisible()
  await expect(dialog.getByText('1 field mapped')).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(dialog).toBeHidden()
}

const started = (page: Page) => page.getByRole('row', { name: /Meridian/ }).getByRole('link', { name: /^ONB-/ })

test('A response starts the workflow of a trigger, and stands in Submissions by itself', async ({ openBrowser }) => {
  const host = await founder('jana', { name: 'Cedar Partners' })
  const context = await openBrowser({ as: host.username })
  const { path, submissions } = await intake(host, context)
  const page = await context.newPage()
  await page.goto('/forms')
  await page.getByRole('button', { name: 'Actions for New client' }).click()
  await page.getByRole('menuitem', { name: 'Triggers', exact: true }).click()
  await addTrigger(page)
  await page.goto(submissions)
  await expect(page.getByText('No responses yet')).toBeVisible()
  await markPage(page)

  const visitor = await (await openBrowser()).newPage()
  await visitor.goto(path)
  // As slowly as people type: what is sent within three seconds is held.
  await visitor.getByLabel('Legal name').pressSequentially('Meridian Foods Ltd', { delay: 250 })
  await visitor.getByRole('button', { name: 'Submit' }).click()
  const receipt = await visitor.locator('output').textContent()

  await expect(started(page)).toBeVisible()
  await expectNeverReloaded(page)
  await look(page, 'form-submissions', ...WIDTHS)
  await page.getByRole('link', { name: /^Meridian Foods Ltd, / }).click()
  const response = panel(page, receipt ?? '')
  await expect(response.getByRole('link', { name: 'ONB-1 New client' })).toBeVisible()
  await look(page, 'form-response')
  await response.getByRole('link', { name: /^Open ONB-/ }).click()
  await expect(page).toHaveURL(/\/instances\//)
  await openTask(host, InstanceId.parse(page.url().split('/').at(-1)), 'Check', host.username)
})

test('A response that looks automated waits until somebody releases it', async ({ openBrowser }) => {
  const host = await founder('kira', { name: 'Cedar Partners' })
  const context = await openBrowser({ as: host.username })
  const { path, submissions } = await intake(host, context)
  const page = await context.newPage()
  await page.goto(`${submissions}?panel=triggers`)
  await addTrigger(page)

  const visitor = await (await openBrowser({ javaScriptEnabled: false })).newPage()
  await visitor.goto(path)
  await visitor.getByLabel('Legal name').fill('Meridian Foods Ltd')
  await visitor.getByRole('button', { name: 'Submit' }).click()
  await expect(visitor.getByRole('heading', { name: 'Thank you for your submission!' })).toBeVisible()

  await page.getByRole('link', { name: /^Meridian Foods Ltd, / }).click()
  await expect(
    page.getByText('The form’s script didn’t run, or the form was opened more than a day earlier.'),
  ).toBeVisible()
  await look(page, 'form-response-held')
  await page.getByRole('button', { name: 'It’s real, start it' }).click()
  await expect(toast(page, /^Response .* was released$/)).toBeVisible()
  await expect(started(page)).toBeVisible()
})
