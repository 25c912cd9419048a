import { addTaskComment } from '@throughline/contracts/comments'
import { countMessages, listMessages } from '@throughline/contracts/inbox'
import type { WorkflowInput } from '@throughline/contracts/workflows'
import { withWorkflow } from './support/builder.ts'
import { asSuperuser } from './support/database.ts'
import { type Colleague, makeFirm } from './support/firm.ts'
import { look } from './support/look.ts'
import { mailTo } from './support/mail.ts'
import { begin, openTask } from './support/running.ts'
import { expect, test } from './support/test.ts'

/** Two tasks at once: one for each of these. */
const checks = (first: Colleague, second: Colleague): WorkflowInput => ({
  name: 'Quarter check',
  prefix: 'QTR',
  type: 'parallel',
  metadata: { version: '1.0', category: 'finance' },
  start_step: 'count',
  steps: {
    count: {
      id: 'count',
      type: 'manual',
      name: 'Count the stock',
      assignee: { person: first.me.member_id },
      fields: [],
      next: ['list'],
    },
    list: {
      id: 'list',
      type: 'manual',
      name: 'List the assets',
      assignee: { person: second.me.member_id },
      fields: [],
      next: [],
    },
  },
})

test('People choose by keyboard what they hear of, the organization locks a choice, and the digest counts as the inbox does', async ({
  openBrowser,
}) => {
  const { host, staff } = await makeFirm('Yara Costa', { ada: 'Ada Obi' })
  const { ada } = staff
  const page = await (await openBrowser({ as: ada.username })).newPage()
  await page.goto('/profile/notifications')

  const inbox = page.getByRole('checkbox', { name: 'Mention: Inbox' })
  await inbox.focus()
  await page.keyboard.press('Space')
  await expect(page.getByRole('status').filter({ hasText: /^Saved at/ })).toBeVisible()
  await expect(inbox).not.toBeChecked()
  await page.keyboard.press('Space')
  await expect(inbox).toBeChecked()
  await page.getByRole('combobox', { name: 'Mention: Email' }).focus()
  await page.keyboard.press('ArrowDown')
  await page.getByRole('option', { name: 'Right away' }).press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Mention: Email' })).toContainText('In the digest')
  await expect(page.getByText('Yours', { exact: true })).toBeVisible()
  await look(page, 'notifications')

  const admin = await (await openBrowser({ as: host.username })).newPage()
  await admin.goto('/org-profile/notifications')
  await admin.getByRole('checkbox', { name: 'Mention: People can change' }).focus()
  await admin.keyboard.press('Space')
  await expect(admin.getByRole('status').filter({ hasText: /^Saved at/ })).toBeVisible()
  await look(admin, 'notifications-organization')
  await page.reload()
  await expect(page.getByText('Set by your organization')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Mention: Email' })).toHaveCount(0)

  // One task needs her; a comment on it waits for the digest.
  const { id } = await begin(host, await withWorkflow(host, checks(ada, host)), { title: 'Third quarter' })
  const { id: taskId } = await openTask(host, id, 'Count the stock')
  const comment = (content: string) => host.call(addTaskComment, { params: { taskId }, body: { content } })
  await comment('Start with the warehouse.')
  await expect
    .poll(async () => (await ada.call(listMessages, { query: { view: 'needs_you' } })).data[0]?.news_count)
    .toBe(2)
  const { data } = await ada.call(countMessages)
  await asSuperuser(`update notification_hours set next_digest_at = now() - interval '1 minute' where member_id = $1`, [
    ada.me.member_id,
  ])
  // Whoever looks after the inboxes next finds it due.
  await comment(`Is it done, @[Ada Obi](${ada.me.member_id})?`)
  const digest = await mailTo(ada.me.email, `${data.needs_you} needs you`)
  expect(digest.text).toContain('Needs you 1')
  expect(digest.text).toContain('Count the stock')
})
