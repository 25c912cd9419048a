import type { Page } from '@playwright/test'
import type { Workflow } from '@throughline/contracts/workflows'
import { saveWorkflow } from '@throughline/contracts/workflows'
import {
  draftSaved,
  openWorkflow,
  PURCHASE,
  publishButton,
  publishVersion,
  renameStep,
  startEditing,
  stepCard,
  stepName,
  storedWorkflow,
  withWorkflow,
} from './support/builder.ts'
import { FAILED_CALL, LOST_SOCKET } from './support/faults.ts'
import { look } from './support/look.ts'
import { bringIn, founder, newcomer } from './support/newcomer.ts'
import { toast } from './support/signin.ts'
import { expect, test } from './support/test.ts'

const DRAFT = '**/v1/workflows/*/draft/'
const RESTORED = 'Changes from your last visit were restored'

const stepNames = ({ steps }: Workflow) => Object.fromEntries(Object.entries(steps).map(([id, { name }]) => [id, name]))
const online = (page: Page, on: boolean) => page.context().setOffline(!on)

test('Two people at once: nothing is lost, both are told, and publishing names both', async ({
  openBrowser,
  faults,
}) => {
  test.slow()
  faults.expect(FAILED_CALL, LOST_SOCKET)
  const host = await founder('oona', { name: 'Cedar Partners' })
  const guest = await newcomer('piet')
  await bringIn(host, guest, 'member')
  const workflow = await withWorkflow(host, PURCHASE)
  const mine = await (await openBrowser({ as: host.username })).newPage()
  const theirs = await (await openBrowser({ as: guest.username })).newPage()
  for (const page of [mine, theirs]) {
    await openWorkflow(page, workflow)
    await startEditing(page)
  }

  await test.step('different steps: both are kept, both are told', async () => {
    await renameStep(mine, 'Ask for it', 'Ask for equipment')
    await expect(toast(theirs, `${host.username} made 1 change`)).toBeVisible()
    await expect(stepCard(theirs, 'Ask for equipment')).toBeVisible()
    await renameStep(theirs, 'Order it', 'Place the order')
    await expect(toast(mine, `${guest.username} made 1 change`)).toBeVisible()
    await expect(stepCard(mine, 'Place the order')).toBeVisible()
    await draftSaved(theirs)
  })

  await test.step('the same field: one is chosen, the rest fits together', async () => {
    await online(theirs, false)
    await renameStep(theirs, 'Decide', 'The manager decides')
    await renameStep(theirs, 'How much is it?', 'Over the limit?')
    await expect(theirs.getByText('Offline. Saved in this browser')).toBeVisible()
    await renameStep(mine, 'Decide', 'The owner decides')
    await expect
      .poll(async () => stepNames(await storedWorkflow(host, workflow.id))['decide'])
      .toBe('The owner decides')
    await online(theirs, true)
    const dialog = theirs.getByRole('dialog', { name: `${host.username} saved while you were editing` })
    await expect(dialog).toContainText('Nothing is lost.')
    await expect(dialog).toContainText('1 place was changed by both of you.')
    await expect(dialog.getByRole('radio', { name: /The manager decides/ })).toBeChecked()
    await look(theirs, 'builder-conflict')
    await dialog.getByRole('radio', { name: /The owner decides/ }).check()
    await dialog.getByRole('button', { name: 'Merge and save' }).click()
    await expect(dialog).toBeHidden()
    await expect(stepCard(theirs, 'The owner decides')).toBeVisible()
    await expect(stepCard(mine, 'Over the limit?')).toBeVisible()
  })

  await test.step('publishing names both and asks for the tick', async () => {
    await publishButton(mine).click()
    const dialog = mine.getByRole('dialog', { name: 'Publish version 2?' })
    await expect(dialog).toContainText('4 changes since version 1, by 2 people.')
    await expect(dialog.getByRole('region', { name: host.username })).toContainText('2 changes')
    await expect(dialog.getByRole('region', { name: guest.username })).toContainText('2 changes')
    const publish = dialog.getByRole('button', { name: 'Publish version 2' })
    await expect(publish).toBeDisabled()
    await dialog.getByRole('checkbox', { name: `Publish ${guest.username}’s 2 changes too.` }).check()
    await publish.click()
    await expect(toast(mine, 'Version 2 is published')).toBeVisible()
    await expect(theirs.getByText('v2', { exact: true })).toBeVisible()
  })

  await test.step('a save on top of what was published meanwhile says so and keeps both', async () => {
    await online(theirs, false)
    await renameStep(theirs, 'Place the order', 'Order and file')
    const now = await storedWorkflow(host, workflow.id)
    const { id: workflowId, version: base_version } = now
    const document = { ...PURCHASE, steps: { ...now.steps, ask: { ...now.steps['ask'], name: 'Ask first' } } }
    const body = JSON.parse(JSON.stringify({ ...document, base_version }))
    const { data } = await host.call(saveWorkflow, { params: { workflowId }, body })
    expect(data.saved).toBe('published')
    await online(theirs, true)
    await expect(toast(theirs, `${host.username} made 1 change`)).toBeVisible()
    await publishVersion(theirs, 4)
  })

  const end = await storedWorkflow(host, workflow.id)
  expect(end.current_version).toBe(4)
  expect(stepNames(end)).toEqual({
    ask: 'Ask first',
    size: 'Over the limit?',
    decide: 'The owner decides',
    order: 'Order and file',
  })

  const reader = await newcomer('rada')
  await bringIn(host, reader, 'viewer')
  const looking = await (await openBrowser({ as: reader.username })).newPage()
  await openWorkflow(looking, workflow)
  await expect(stepCard(looking, 'Order and file')).toBeVisible()
  await expect(looking.getByRole('button', { name: /^Edit\b/ })).toHaveCount(0)
  await expect(looking.getByRole('button', { name: /^Add a step/ })).toHaveCount(0)
})

test('A tab that dies in mid-edit loses nothing', async ({ openBrowser, faults }) => {
  faults.expect(FAILED_CALL)
  const host = await founder('selma', { name: 'Cedar Partners' })
  const workflow = await withWorkflow(host, PURCHASE)
  const browser = await openBrowser({ as: host.username })

  await test.step('closed right after typing', async () => {
    const page = await browser.newPage()
    await openWorkflow(page, workflow)
    await startEditing(page)
    await stepCard(page, 'Ask for it').click()
    await stepName(page).fill('Ask for equipment')
    await expect(page.getByText('Unsaved changes')).toBeAttached()
    await page.close({ runBeforeUnload: false })
    const again = await browser.newPage()
    await openWorkflow(again, workflow)
    await expect(stepCard(again, 'Ask for equipment')).toBeVisible()
    await draftSaved(again)
    await again.close()
  })

  await test.step('closed while nothing reaches the server', async () => {
    const page = await browser.newPage()
    await openWorkflow(page, workflow)
    await page.route(DRAFT, (route) => route.abort())
    await startEditing(page)
    await renameStep(page, 'Order it', 'Place the order')
    await expect(page.getByRole('alert').getByText('Not saved.')).toBeVisible()
    await page.close({ runBeforeUnload: false })
    expect(stepNames(await storedWorkflow(host, workflow.id))['order']).toBe('Order it')
    const again = await browser.newPage()
    await openWorkflow(again, workflow)
    await expect(toast(again, RESTORED)).toBeVisible()
    await expect(stepCard(again, 'Place the order')).toBeVisible()
    await expect
      .poll(async () => stepNames(await storedWorkflow(host, workflow.id)))
      .toMatchObject({ ask: 'Ask for equipment', order: 'Place the order' })
  })
})
