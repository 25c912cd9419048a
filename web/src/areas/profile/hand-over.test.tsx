import { fireEvent, waitFor, within } from '@testing-library/react'
import { builtinRole } from '@throughline/contracts/permissions'
import { expect, test } from 'vitest'
import { refusal } from '../../shared/testing/fake-server.ts'
import { person } from '../../shared/testing/person.ts'
import { member, ORG, TEAMS } from '../org/testing/open-people.tsx'
import { texts } from './profile.texts.ts'
import { openProfile } from './testing/open-profile.tsx'

const words = texts.more
const self = person().member_id
const HAND_OVER = `POST /v1/tasks/open-work/${self}/`

const permissions = [...(builtinRole('member')?.permissions ?? [])]
const ana = member(7, 'Ana Sousa', 'member')
const people = {
  [`GET ${ORG}members/?limit=20`]: { body: [{ ...member(8, 'Maya Okafor', 'member'), id: self }, ana] },
  [TEAMS]: { body: [] },
}

async function ask(answers: Parameters<typeof openProfile>[0] = {}) {
  const page = openProfile({ user: { permissions }, ...answers })
  fireEvent.click(await page.findByRole('button', { name: words.handOverButton }))
  return { page, dialog: within(await page.findByRole('dialog', { name: words.handOver })) }
}

test('people hand over their own open work, to somebody else', async () => {
  const { page, dialog } = await ask({
    answers: { ...people, [HAND_OVER]: refusal(404, 'not_found', 'This member was not found') },
  })
  const confirm = () => fireEvent.click(dialog.getByRole('button', { name: words.handOverConfirm }))
  confirm()
  expect(await dialog.findByText(words.chooseTaker)).toBeTruthy()
  expect(document.activeElement).toBe(dialog.getByRole('combobox', { name: words.handOverTo }))
  fireEvent.click(dialog.getByRole('button', { name: 'Show choices', hidden: true }))
  const chosen = await page.findByRole('option', { name: 'Ana Sousa' })
  expect(page.queryByRole('option', { name: 'Maya Okafor' }), 'never to oneself').toBeNull()
  fireEvent.click(chosen)
  confirm()
  expect(await dialog.findByText('This member was not found')).toBeTruthy()
  page.server.change(HAND_OVER, { body: { data: { moved: 3 } } })
  confirm()
  await waitFor(() => expect(page.toasts).toEqual([words.handedOver(3, 'Ana Sousa')]))
  expect(page.server.sent(HAND_OVER)).toEqual([{ to_member: ana.id }, { to_member: ana.id }])
})

test('those who may not work on tasks, or have no organization, have nothing to hand over', async () => {
  const viewer = openProfile()
  await viewer.findByRole('button', { name: words.leaveButton })
  expect(viewer.queryByText(words.handOver)).toBeNull()
  viewer.unmount()
  const alone = openProfile({ user: { permissions, organization_id: null } })
  await alone.findByRole('button', { name: texts.edit })
  expect(alone.queryByText(words.handOver)).toBeNull()
})
