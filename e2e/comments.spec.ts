import { withWorkflow } from './support/builder.ts'
import { visit } from './support/cases.ts'
import { makeFirm } from './support/firm.ts'
import { look } from './support/look.ts'
import { begin, openTask } from './support/running.ts'
import { expect, test } from './support/test.ts'

test('A comment names somebody, reaches them without a reload, is changed and taken back', async ({ openBrowser }) => {
  const { host, staff } = await makeFirm('Yara Costa', { ada: 'Ada Obi' })
  const { id } = await begin(host, await withWorkflow(host, visit), { title: 'Vale and sons' })
  const task = await openTask(host, id, 'Plan the visit')
  const page = await (await openBrowser({ as: host.username })).newPage()
  const theirs = await (await openBrowser({ as: staff.ada.username })).newPage()
  await theirs.goto(`/instances/${id}?tab=comments`)
  await expect(theirs.getByText('No Comments Yet')).toBeVisible()

  await page.goto(`/instances/${id}?tab=comments`)
  const box = page.getByRole('textbox', { name: 'Write a comment' })
  await box.click()
  await page.keyboard.type('Could you come along, @Ad')
  const people = page.getByRole('listbox', { name: 'People to mention' })
  await expect(people.getByRole('option', { name: /Ada Obi/ })).toBeVisible()
  await look(page, 'comment-mention')
  await page.keyboard.press('Enter')
  await expect(people).toBeHidden()
  await page.keyboard.type('on Monday?')
  await page.keyboard.press('ControlOrMeta+Enter')
  const comments = page.getByRole('list', { name: 'Comments' })
  await expect(comments).toContainText('Could you come along, @Ada Obi on Monday?')
  await expect(theirs.getByRole('list', { name: 'Comments' })).toContainText('@Ada Obi on Monday?')
  await expect(theirs.getByRole('button', { name: /^Actions for the comment/ })).toHaveCount(0)
  await look(page, 'comments')

  await page.getByRole('button', { name: 'Actions for the comment by Yara Costa' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await page.getByRole('textbox', { name: 'Edit comment' }).press('ControlOrMeta+End')
  await page.keyboard.type(' At nine.')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(theirs.getByRole('list', { name: 'Comments' })).toContainText('At nine.')
  await expect(theirs.getByText('edited')).toBeVisible()
  await page.getByRole('button', { name: 'Actions for the comment by Yara Costa' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete comment' }).click()
  await expect(page.getByText('No Comments Yet')).toBeVisible()
  await expect(theirs.getByText('No Comments Yet')).toBeVisible()

  await theirs.goto(`/tasks/${task.id}`)
  await expect(theirs.getByText('No comments yet. Be the first to comment!')).toBeVisible()
  await theirs.getByRole('textbox', { name: 'Write a comment' }).fill('I can be there.')
  await theirs.getByRole('button', { name: 'Send comment' }).click()
  await expect(theirs.getByRole('list', { name: 'Comments' })).toContainText('I can be there.')
})
