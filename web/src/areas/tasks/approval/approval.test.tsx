import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { DocumentId } from '@throughline/contracts/ids'
import { Attachment, type Task } from '@throughline/contracts/tasks'
import { expect, test } from 'vitest'
import { refusal } from '../../../shared/testing/fake-server.ts'
import { pressPageKey } from '../../../ui/page-keys.ts'
import { sampleDocument } from '../../documents/testing/sample-document.ts'
import { openTask, TASK } from '../testing/open-task.tsx'
import { ana, jonas, maya, row, seat, whole } from '../testing/sample-tasks.ts'
import { texts } from './approval.texts.ts'

const DECIDE = `POST ${TASK}decision/`
const approval = (more: Partial<Task> = {}, can: Partial<Task['can']> = { decide: true }) =>
  whole(row(1, 'Countersign letter', { task_type: 'approval', assignee: null }), can, {
    rule: 2,
    seats: [
      seat(0, ana, { verdict: 'approve', by: ana, at: '2026-11-15T10:02:00Z', comment: 'Figures match' }),
      seat(1, maya, { mine: true }),
      seat(2, jonas),
    ],
    leads: { approve: ['Kickoff call'], reject: ['Agree fees'], changes: ['Agree fees'] },
    facts: [{ name: 'fee', label: 'Monthly fee', type: 'number', shown: '$4,850.00', size: null, files: [] }],
    ...more,
  })

const button = (name: string) => screen.findByRole('button', { name: new RegExp(`^${name}`) })
/** The file beside it has come, or is known not to. */
const pressable = async (name: string) => {
  await waitFor(async () => expect(await button(name)).toHaveProperty('disabled', false))
  return await button(name)
}

test('what is decided on, who has voted and what is needed are shown', async () => {
  openTask(approval())
  expect(await screen.findByText(texts.given(1, 2))).toBeTruthy()
  expect(screen.getByText('two of three must approve')).toBeTruthy()
  expect(screen.getByText('$4,850.00')).toBeTruthy()
  const rows = screen.getAllByRole('listitem').map(({ textContent }) => textContent ?? '')
  expect(rows.find((one) => one.includes('Ana Sousa'))).toContain(texts.verdicts.approve)
  expect(rows.find((one) => one.includes(texts.you))).toContain(texts.yourTurn)
  expect(rows.find((one) => one.includes('Jonas Weber'))).toContain(texts.notYet)
})

test('answers come before the place for a file that nobody has added', async () => {
  openTask(approval({}, { decide: true, attach: true }))
  const answer = await screen.findByText('$4,850.00')
  const none = await screen.findByText('No attachments yet')
  expect(answer.compareDocumentPosition(none) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
})

test('an approver without a vote is seen, with the reason, and is told so', async () => {
  const { unmount } = openTask(
    approval({ without_vote: [{ person: jonas, why: 'started' }], seats: [seat(0, ana)] }, {}),
  )
  expect((await screen.findByText(/has no vote/)).textContent).toBe('Jonas Weber has no vote: started this')
  expect(screen.getByText(texts.notMine)).toBeTruthy()
  unmount()
  openTask(approval({ without_vote: [{ person: maya, why: 'worked' }], seats: [seat(0, ana)] }, {}))
  expect(await screen.findByText('You have no vote: you did the work.')).toBeTruthy()
})

test('nobody is offered to approve a version of their own, and reads why', async () => {
  openTask(approval({}, { decide: true, approve: false }))
  expect(await button(texts.reject)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Approve/ })).toBeNull()
  expect(screen.getByText(/^You uploaded this version, so someone else has to approve it\./)).toBeTruthy()
})

test('beside a list who has voted stands above everything else there is to read', async () => {
  openTask(approval({ description: 'Check the fee against the list.' }), {}, { place: 'panel' })
  const votes = await screen.findByText(texts.given(1, 2))
  for (const later of ['Check the fee against the list.', '$4,850.00'])
    expect(votes.compareDocumentPosition(screen.getByText(later))).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

test('an approval is shown only once the server has it', async () => {
  const done = approval({ state: 'completed', status: 'completed' }, {})
  const { server, toasts } = openTask(approval(), { [DECIDE]: 'silent' })
  fireEvent.click(await button(texts.approve))
  await waitFor(() => expect(server.sent(DECIDE)).toEqual([{ decision: 'approve', comment: '', files: [] }]))
  expect((await button(texts.approve)).getAttribute('aria-busy')).toBe('true')
  expect(screen.getByText(texts.given(1, 2))).toBeTruthy()
  expect(toasts).toEqual([])
  expect(done.state).toBe('completed')
})

test.each(['changes', 'reject'] as const)('%s needs a comment', async (decision) => {
  const { server } = openTask(approval(), { [DECIDE]: { body: { data: approval(), next: null } } })
  fireEvent.click(await button(texts[decision]))
  expect(screen.getByText(texts.commentMissing)).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText(texts.comment))
  expect(server.sent(DECIDE)).toHaveLength(0)
  fireEvent.change(screen.getByLabelText(texts.comment), { target: { value: ' The rate is old ' } })
  fireEvent.click(await button(texts[decision]))
  await waitFor(() => expect(server.sent(DECIDE)).toEqual([{ decision, comment: 'The rate is old', files: [] }]))
})

test('A asks once more in place, ↵ approves; without the right to decide no key does anything', async () => {
  const first = openTask(approval(), { [DECIDE]: { body: { data: approval(), next: null } } })
  await button(texts.approve)
  act(() => expect(pressPageKey('a')).toBe(true))
  expect(first.server.sent(DECIDE)).toHaveLength(0)
  act(() => expect(pressPageKey('Escape')).toBe(true))
  expect(screen.queryByText(texts.askOnceMore(texts.approve))).toBeNull()
  act(() => expect(pressPageKey('a')).toBe(true))
  const confirming = await button(`${texts.approve}.*↵`)
  expect(document.activeElement).toBe(confirming)
  fireEvent.click(confirming)
  await waitFor(() => expect(first.server.sent(DECIDE)).toHaveLength(1))
  first.unmount()
  openTask(approval({}, {}))
  await screen.findByText(texts.notMine)
  expect(pressPageKey('a')).toBe(false)
})

test('a vote that came too late says why and shows how it stands now', async () => {
  const { server, toasts } = openTask(approval(), { [DECIDE]: refusal(409, 'not_open', 'Jonas Weber has rejected it') })
  fireEvent.click(await button(texts.approve))
  server.change(`GET ${TASK}`, { body: { data: approval({ state: 'completed', status: 'completed' }, {}) } })
  await waitFor(() =>
    expect(toasts[0]).toMatchObject({ title: texts.failed, description: 'Jonas Weber has rejected it' }),
  )
  expect(await screen.findByText(texts.over)).toBeTruthy()
})

test('without a way back for changes there is only Reject', async () => {
  openTask(approval({ leads: { approve: [], reject: [], changes: null } }))
  await button(texts.approve)
  expect(screen.queryByRole('button', { name: new RegExp(texts.changes) })).toBeNull()
})

test('a seat of a queue names the queue, one whose turn has not come says so', async () => {
  const queue = { kind: 'team' as const, id: maya.id, name: 'Legal' }
  openTask(
    approval({ in_order: true, seats: [seat(0, ana), { ...seat(1, ana, { asked: false }), person: null, queue }] }),
  )
  const legal = (await screen.findByText(texts.anyone('Legal'))).closest('li')
  expect(within(legal ?? document.body).getByText(texts.turnToCome)).toBeTruthy()
})

test('a long answer says that there is more of it', async () => {
  openTask(
    approval({
      facts: [{ name: 'letter', label: 'Letter', type: 'text', shown: 'Dear all', size: 48_312, files: [] }],
    }),
  )
  expect(await screen.findByText('The beginning of 48,312 characters.')).toBeTruthy()
})

const letter = (version: number, more: Partial<Attachment> = {}): Attachment => ({
  ...Attachment.parse({
    id: '0198f3a0-0000-7000-8000-000000000041',
    filename: 'Letter.txt',
    name: 'Letter.txt',
    size: 1200,
    content_type: 'text/plain',
    state: 'clean',
    version_number: version,
    sha256: String(version).repeat(64),
    file_url: '/files/41',
    created_at: '2026-11-01T09:00:00Z',
    uploaded_by: null,
  }),
  ...more,
})
const looked = (version: number) => [
  { id: letter(version).id, version_number: version, sha256: String(version).repeat(64) },
]

const annex = { id: DocumentId.parse('0198f3a0-0000-7000-8000-000000000042'), name: 'Annex.txt' }

const previewAt = (id: string, version: number) => `GET /v1/documents/${id}/preview/?version_number=${version}`
const previewed = (version: number, preview: object) => ({
  body: { data: { version_number: version, name: 'Letter.txt', content_type: 'text/plain', size: 1200, preview } },
})
const nothingToSee = { kind: 'none', reason: 'unsupported' }

/** With files beside it of which all has come that there is. */
const openApproval = (task: Task, answers: Parameters<typeof openTask>[1] = {}) => {
  const ids = [letter(1).id, annex.id]
  const previews = ids.flatMap((id) =>
    [1, 3, 4].map((version) => [previewAt(id, version), previewed(version, nothingToSee)]),
  )
  return openTask(task, { ...Object.fromEntries(previews), ...answers })
}

test('an answer that is a file opens it', async () => {
  const file = { id: letter(1).id, name: 'Letter.txt' }
  openApproval(
    approval({
      facts: [{ name: 'letter', label: 'Letter', type: 'file', shown: 'Letter.txt', size: null, files: [file] }],
    }),
  )
  fireEvent.click(await button('Letter.txt'))
  expect(await screen.findByRole('dialog', { name: 'Letter.txt' })).toBeTruthy()
})

test.each([
  ['is asked for', 'silent'],
  ['could not be fetched', 'unreachable'],
  ['is being read', previewed(3, { kind: 'none', reason: 'waiting' })],
] as const)('nobody approves a file while it %s; a rejection does not wait', async (_, answer) => {
  const task = approval({ attachments: [letter(3)] })
  const { server } = openApproval(task, {
    [previewAt(letter(3).id, 3)]: answer,
    [DECIDE]: { body: { data: task, next: null } },
  })
  expect(await button(texts.approveVersion(3))).toHaveProperty('disabled', true)
  expect(screen.getByText(new RegExp(texts.waitsForFile))).toBeTruthy()
  pressPageKey('a')
  expect(server.sent(DECIDE)).toHaveLength(0)
  expect(await button(texts.reject)).toHaveProperty('disabled', false)
})

test('a decision names the version and the bytes of the file beside it', async () => {
  const task = approval({ attachments: [letter(3)] })
  const { server } = openApproval(task, { [DECIDE]: { body: { data: task, next: null } } })
  fireEvent.click(await pressable(texts.approveVersion(3)))
  await waitFor(() => expect(server.sent(DECIDE)).toEqual([{ decision: 'approve', comment: '', files: looked(3) }]))
  expect(screen.getByText(new RegExp(texts.boundToBytes))).toBeTruthy()
})

test('a file that was changed meanwhile is shown as it is now and asked about again', async () => {
  const { server } = openApproval(approval({ attachments: [letter(3)] }), {
    [DECIDE]: refusal(409, 'changed', 'Changed'),
  })
  const approve = await pressable(texts.approveVersion(3))
  server.change(`GET ${TASK}`, { body: { data: approval({ attachments: [letter(4)] }) } })
  fireEvent.click(approve)
  expect(await screen.findByText(texts.changedMeanwhile)).toBeTruthy()
  fireEvent.click(await pressable(texts.approveVersion(4)))
  await waitFor(() => expect(server.sent(DECIDE).at(-1)).toMatchObject({ files: looked(4) }))
})

test.each([
  ['has a new version', [letter(3), letter(1, annex)], [letter(4), letter(1, annex)]],
  ['was added', [letter(3)], [letter(3), letter(1, annex)]],
  ['was taken away', [letter(3), letter(1, annex)], [letter(1, annex)]],
  ['was found clean', [letter(1, { state: 'quarantined', sha256: null })], [letter(1)]],
] as const)('a file that %s before the press is decided on by a second one', async (_, before, after) => {
  const now = approval({ attachments: [...after] })
  const { server, becomes } = openApproval(approval({ attachments: [...before] }), {
    [DECIDE]: { body: { data: now, next: null } },
  })
  await button(texts.approve)
  expect(screen.queryByText(texts.changedMeanwhile)).toBeNull()
  await act(() => becomes(now))
  expect(await screen.findByText(texts.changedMeanwhile)).toBeTruthy()
  fireEvent.click(await pressable(texts.approve))
  expect(screen.getByText(texts.pressAgain)).toBeTruthy()
  expect(server.sent(DECIDE)).toHaveLength(0)
  fireEvent.click(await pressable(texts.approve))
  const files = after.map(({ id, version_number, sha256 }) => ({ id, version_number, sha256 }))
  await waitFor(() => expect(server.sent(DECIDE)).toEqual([{ decision: 'approve', comment: '', files }]))
  await waitFor(() => expect(screen.queryByText(texts.changedMeanwhile)).toBeNull())
})

test('what is asked for again with the same files is decided by one press', async () => {
  const task = approval({ attachments: [letter(3), letter(1, annex)] })
  const { server, becomes } = openApproval(task, { [DECIDE]: { body: { data: task, next: null } } })
  const approve = await pressable(texts.approve)
  await act(() => becomes({ ...task, attachments: task.attachments.toReversed() }))
  fireEvent.click(approve)
  await waitFor(() => expect(server.sent(DECIDE)).toHaveLength(1))
})

test('a file that is still checked is not part of what is decided, and said not to be', async () => {
  const { server } = openApproval(approval({ attachments: [letter(1, { state: 'quarantined', sha256: null })] }), {
    [DECIDE]: { body: { data: approval(), next: null } },
  })
  fireEvent.click(await button(texts.approve))
  await waitFor(() => expect(server.sent(DECIDE)).toEqual([{ decision: 'approve', comment: '', files: [] }]))
})

test('an old vote stays in sight, does not count and is asked for again', async () => {
  const old = { verdict: 'approve' as const, by: ana, at: '2026-11-10T10:02:00Z', since: '2026-11-15T09:20:00Z' }
  openApproval(
    approval({ seats: [seat(0, ana, { asked_again: old, version_number: 2 }), seat(1, maya, { mine: true })] }),
  )
  expect(await screen.findByText(texts.given(0, 2))).toBeTruthy()
  const row = screen.getByText('Ana Sousa').closest('li') ?? document.body
  expect(within(row).getByText(texts.askedAgain)).toBeTruthy()
  expect(within(row).getByText(/^Approved version 2/)).toBeTruthy()
})

test('after the approval is over, a later version is decided on the file itself', async () => {
  const said = { verdict: 'approve', by: ana, at: '2026-11-10T10:02:00Z', comment: '', version_number: 3 }
  const file = sampleDocument(41, 'Letter.txt', 'text/plain', {
    current_version: 4,
    version_count: 4,
    approval: { ...said, state: 'changed', sha256: '3'.repeat(64) },
    decisions: [{ ...said, task_id: null }],
  })
  openApproval(approval({ state: 'completed', status: 'completed', attachments: [letter(4)] }, {}), {
    [`GET /v1/documents/${file.id}/`]: { body: file },
  })
  expect(await screen.findByText(texts.over)).toBeTruthy()
  expect(await screen.findByText('Changed since approved by Ana Sousa')).toBeTruthy()
  expect(await button('Approve version 4')).toBeTruthy()
})
