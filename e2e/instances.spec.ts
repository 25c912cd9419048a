import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { editInstance } from '@throughline/contracts/instance-acts'
import { withWorkflow } from './support/builder.ts'
import { filing, visit } from './support/cases.ts'
import { makeFirm } from './support/firm.ts'
import { look } from './support/look.ts'
import { begin, completes, openTask } from './support/running.ts'
import { toast } from './support/signin.ts'
import { expect, test } from './support/test.ts'

const WIDTHS = [1024, 1920]
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })

test('Instances in lists and cards: found, filtered, peeked at, cancelled, deleted, taken back, many at once', async ({
  openBrowser,
}) => {
  const { host } = await makeFirm('Zoe Hartmann', {})
  const workflow = await withWorkflow(host, visit)
  const titles = ['Vale and sons', 'Northgate', 'Harbor']
  for (const title of titles) {
    const { id } = await begin(host, workflow, { title, metadata: { customer: title, priority: 'high' } })
    await openTask(host, id, 'Plan the visit')
  }
  const done = await begin(host, workflow, { title: 'Already over' })
  await completes(host, done.id, 'Plan the visit', { reason: 'Talk' })
  await completes(host, done.id, 'Pack the papers')
  const failing = await begin(host, await withWorkflow(host, filing), { title: 'Annual filing' })
  await openTask(host, failing.id, 'Send to the registry')

  const page = await (await openBrowser({ as: host.username })).newPage()
  await page.goto('/all-instances')
  for (const title of [...titles, 'Already over', 'Annual filing']) await expect(link(page, title)).toBeVisible()
  await expect(page.getByRole('row', { name: /Northgate/ })).toContainText('Zoe Hartmann')
  await look(page, 'instances', ...WIDTHS)
  await page.getByRole('radio', { name: 'Grid' }).check()
  await expect(page.getByRole('heading', { level: 2, name: 'Northgate' })).toBeVisible()
  await look(page, 'instances-grid', ...WIDTHS)
  await page.getByRole('radio', { name: 'List' }).check()

  await page.getByRole('searchbox', { name: 'Find an instance' }).fill('vis-2')
  await expect(link(page, 'Northgate')).toBeVisible()
  await expect(link(page, 'Harbor')).toHaveCount(0)
  await page.getByRole('searchbox', { name: 'Find an instance' }).fill('zzz')
  await expect(page.getByText('No instances found')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Find an instance' }).fill('')
  await expect(link(page, 'Harbor')).toBeVisible()

  await link(page, 'Northgate').focus()
  await page.keyboard.press('Space')
  const peek = page.getByRole('complementary')
  await expect(peek.getByRole('heading', { name: 'Northgate' })).toBeVisible()
  await look(page, 'instances-peek')
  await page.keyboard.press('Escape')
  await expect(peek).toHaveCount(0)

  await page.getByRole('button', { name: 'Actions for Harbor' }).click()
  await page.getByRole('menuitem', { name: 'Cancel instance…' }).click()
  const cancel = page.getByRole('dialog').or(page.getByRole('alertdialog')).filter({ hasText: 'Cancel instance?' })
  await cancel.getByRole('button', { name: 'Cancel instance' }).click()
  await expect(cancel).toContainText('Enter a reason.')
  await cancel.getByLabel('Reason').fill('The client moved away')
  await look(page, 'instances-cancel')
  await cancel.getByRole('button', { name: 'Cancel instance' }).click()
  await expect(toast(page, 'VIS-3 was canceled')).toBeVisible()
  await expect(link(page, 'Harbor')).toHaveCount(0)
  await page.getByRole('checkbox', { name: 'Canceled' }).check()
  await expect(page.getByRole('row', { name: /Harbor/ })).toContainText('Canceled')
  await page.getByRole('checkbox', { name: 'Canceled' }).uncheck()

  await page.getByRole('button', { name: 'Actions for Northgate' }).click()
  await page.getByRole('menuitem', { name: 'Delete Instance' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('It isn’t finished. Open tasks are canceled first.')
  await question.getByRole('button', { name: /^Delete/ }).click()
  await expect(toast(page, 'VIS-2 moved to trash')).toBeVisible()
  await page.getByRole('button', { name: 'Trash' }).click()
  await expect(page.getByRole('row', { name: /Northgate/ })).toContainText(/Gone in/)
  await page.getByRole('button', { name: 'Actions for Northgate' }).click()
  await page.getByRole('menuitem', { name: 'Restore' }).click()
  await expect(toast(page, 'VIS-2 restored')).toBeVisible()
  await page.getByRole('button', { name: 'Leave the trash' }).click()

  await page.getByRole('checkbox', { name: 'Select row: Vale and sons' }).check()
  await page.getByRole('checkbox', { name: 'Select row: Already over' }).check()
  const bar = page.getByRole('toolbar', { name: 'Actions for selected instances' })
  await bar.getByRole('button', { name: 'Cancel…' }).click()
  const many = page.getByRole('dialog').or(page.getByRole('alertdialog')).filter({ hasText: 'Cancel 2 instances?' })
  await many.getByLabel('Reason').fill('The year is over')
  await many.getByRole('button', { name: 'Cancel 2 instances' }).click()
  const result = page.getByRole('dialog', { name: '1 of 2 instances canceled' })
  await expect(result.getByRole('list', { name: 'Results' }).getByRole('listitem')).toHaveText([
    /Not done: .*Already over/,
    /Done: .*Vale and sons/,
  ])
  await look(page, 'instances-bulk')
  await result.getByRole('button', { name: 'Done' }).click()

  await page.goto(`/workflows/${workflow.id}/instances`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Client visit')
  await expect(page.getByText('Already over').first()).toBeVisible()
  await look(page, 'workflow-instances', ...WIDTHS)
})

test('An instance is edited; what somebody else did meanwhile is not lost; a file reaches them', async ({
  openBrowser,
}) => {
  test.slow()
  const { host, staff } = await makeFirm('Alba Moreno', { ada: 'Ada Obi' })
  const { id } = await begin(host, await withWorkflow(host, visit), { title: 'Vale and sons' })
  const page = await (await openBrowser({ as: host.username })).newPage()
  const theirs = await (await openBrowser({ as: staff.ada.username })).newPage()
  await theirs.goto(`/instances/${id}`)
  await page.goto(`/instances/${id}`)
  await page.getByRole('button', { name: /^Edit/ }).click()
  const form = page.getByRole('form', { name: 'Edit instance' })
  await expect(form.getByLabel('Title')).toBeFocused()
  await form.getByLabel('Title').fill('Vale, sons and daughters')
  await form.getByLabel('Due Date').fill('2031-03-14')
  await form.getByRole('radio', { name: 'High' }).check()
  await expect(form).toContainText('3 changes: Title, Due Date, and Priority.')
  const meanwhile = { description: 'Bring the old file', title: 'Vale' }
  await staff.ada.call(editInstance, { params: { instanceId: id }, body: meanwhile })
  await expect(form.getByLabel('Description')).toHaveValue('Bring the old file')
  await expect(form).toContainText('Someone else changed Title while you were editing. Saving replaces it.')
  await expect(form.getByLabel('Title')).toHaveValue('Vale, sons and daughters')
  await look(page, 'instance-edit', ...WIDTHS)
  await form.getByRole('button', { name: 'Cancel' }).click()
  await page
    .getByRole('alertdialog', { name: 'Discard all unsaved changes?' })
    .getByRole('button', { name: 'Keep editing' })
    .click()
  await page.keyboard.press('ControlOrMeta+s')
  await expect(toast(page, 'Instance updated successfully')).toBeVisible()
  await expect(theirs.getByRole('heading', { level: 1, name: 'Vale, sons and daughters' })).toBeVisible()
  await expect(theirs.getByText('Bring the old file')).toBeVisible()

  await page.getByRole('tab', { name: /^Attachments/ }).click()
  await expect(page.getByText('No Attachments')).toBeVisible()
  const chosen = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Add file' }).last().click()
  await (await chosen).setFiles({ name: 'agenda.txt', mimeType: 'text/plain', buffer: Buffer.from('Nine: coffee') })
  await expect(page.getByText('agenda.txt').first()).toBeVisible()
  await look(page, 'instance-files')
  await theirs.getByRole('tab', { name: /^Attachments/ }).click()
  const saved = theirs.waitForEvent('download')
  await theirs.getByRole('button', { name: 'Download agenda.txt' }).click()
  const download = await saved
  expect(download.suggestedFilename()).toBe('agenda.txt')
  expect(await readFile(await download.path(), 'utf8')).toBe('Nine: coffee')
})
