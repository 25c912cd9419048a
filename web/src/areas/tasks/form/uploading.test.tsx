import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Attachment, type Task } from '@throughline/contracts/tasks'
import { expect, test } from 'vitest'
import { fileStates } from '../../../shared/file-states.texts.ts'
import { refusal } from '../../../shared/testing/fake-server.ts'
import { maxBytesOf } from '../../../shared/uploads/engine/upload.ts'
import { spec as uploadSpec, texts as uploadTexts } from '../../../shared/uploads/upload-status.texts.ts'
import { sampleDocument } from '../../documents/testing/sample-document.ts'
import { spec } from '../detail/detail.texts.ts'
import { COMPLETE, DRAFT, openTask } from '../testing/open-task.tsx'
import { row, whole } from '../testing/sample-tasks.ts'
import { type SentFile, slowLine } from '../testing/slow-line.ts'
import { formTexts } from './form.texts.ts'

const UPLOAD = 'POST /v1/documents/upload/'

const certificate = sampleDocument(801, 'Certificate.pdf', 'application/pdf')
const inQuarantine = sampleDocument(801, 'Certificate.pdf', 'application/pdf', {
  processing: { ...certificate.processing, state: 'quarantined' },
})
/** The same file as the task lists it. */
const attachment = (state: Attachment['state']) => Attachment.parse({ ...certificate, version_number: 1, state })

const task = whole(
  row(1, 'Company details'),
  { complete: true },
  {
    fields: [{ name: 'cert', type: 'file', label: 'Certificate', required: true }],
  },
)

const fileOf = (size = 4) => {
  const file = new File(['abcd'], 'Certificate.pdf', { type: 'application/pdf' })
  Object.defineProperty(file, 'size', { value: size })
  return file
}

function open(shown: Task = task) {
  const sent: SentFile[] = []
  slowLine((upload) => sent.push(upload))
  const opened = openTask(shown, { [COMPLETE]: { body: { data: shown, next: null } } })
  const choose = async (label: string, ...files: File[]) =>
    fireEvent.change(await screen.findByLabelText(label), { target: { files } })
  const arrive = async (count: number) => {
    await waitFor(() => expect(sent).toHaveLength(count))
    return sent[count - 1] ?? expect.fail()
  }
  const draft = () => opened.server.sent(DRAFT).at(-1)
  return { ...opened, sent, choose, arrive, draft }
}

async function completeWhileUploading() {
  const opened = open()
  const button = await screen.findByRole('button', { name: new RegExp(spec.complete) })
  await opened.choose('Certificate', fileOf())
  const upload = await opened.arrive(1)
  fireEvent.click(button)
  await waitFor(() => expect(button.getAttribute('aria-busy')).toBe('true'))
  expect(opened.server.sent(COMPLETE)).toHaveLength(0)
  return { ...opened, upload, button }
}

test('a file goes up as an answer to its field, shows how far it is, and opens once it has arrived', async () => {
  const { choose, arrive, draft } = open()
  await choose('Certificate', fileOf())
  const upload = await arrive(1)
  expect(upload.call).toBe(UPLOAD)
  expect(Object.fromEntries(upload.form)).toMatchObject({ taskId: task.id, field: 'cert' })
  upload.progress(1, 4)
  const bar = screen.getByRole('progressbar', { name: formTexts.file.uploading('Certificate.pdf') })
  await waitFor(() => expect(bar).toHaveProperty('value', 25))
  upload.answer(201, certificate)
  const link = await screen.findByRole('link', { name: 'Certificate.pdf' })
  expect(link.getAttribute('target')).toBe('_blank')
  await waitFor(() => expect(draft()).toEqual({ answers: { cert: [certificate.id] } }))
  fireEvent.click(screen.getByRole('button', { name: formTexts.file.remove('Certificate.pdf') }))
  await waitFor(() => expect(draft()).toEqual({ answers: { cert: [] } }))
})

test('a file whose answer was lost, or that was rejected, is sent again under its key and answers once', async () => {
  const { choose, arrive, draft, sent } = open()
  await choose('Certificate', fileOf())
  const first = await arrive(1)
  first.lose()
  const second = await arrive(2)
  second.answer(413, refusal(413, 'quota_exceeded', 'Your workspace is full').body)
  expect((await screen.findByRole('alert')).textContent).toBe('Your workspace is full')
  fireEvent.click(screen.getByRole('button', { name: formTexts.file.retry }))
  const third = await arrive(3)
  third.answer(201, certificate)
  await waitFor(() => expect(draft()).toEqual({ answers: { cert: [certificate.id] } }))
  expect(new Set(sent.map(({ key }) => key)).size).toBe(1)
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a file that is larger than the server takes is not sent, and says what it takes', async () => {
  const { choose, sent } = open()
  await choose('Certificate', fileOf(maxBytesOf({ kind: 'document' }) + 1))
  expect((await screen.findByRole('alert')).textContent).toBe(uploadTexts.tooLarge('1 GB'))
  expect(screen.queryByRole('button', { name: formTexts.file.retry })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: formTexts.file.remove('Certificate.pdf') }))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(sent).toHaveLength(0)
})

test('a file answers as soon as it is uploaded, and says that it is being checked and what was found', async () => {
  const { choose, arrive, draft, becomes } = open()
  await choose('Certificate', fileOf())
  const upload = await arrive(1)
  upload.answer(201, inQuarantine)
  await screen.findByText(fileStates.quarantined)
  expect(screen.queryByRole('link', { name: 'Certificate.pdf' })).toBeNull()
  await waitFor(() => expect(draft()).toEqual({ answers: { cert: [certificate.id] } }))
  const form = within(screen.getByRole('form'))
  await becomes({ ...task, attachments: [attachment('infected')] })
  await form.findByText(fileStates.infected)
  await becomes({ ...task, attachments: [attachment('clean')] })
  await form.findByRole('link', { name: 'Certificate.pdf' })
})

test('in a second round a file of the first one has its name, and is an answer to whoever reads it', async () => {
  const kept = { answers: { cert: [certificate.id] }, answer_files: [attachment('clean')] }
  const { becomes } = open({ ...task, ...kept })
  await screen.findByRole('button', { name: formTexts.file.remove('Certificate.pdf') })
  await becomes({ ...task, ...kept, state: 'completed', can: { ...task.can, complete: false } })
  await waitFor(() => expect(screen.queryByRole('button', { name: /Certificate\.pdf/ })).toBeNull())
  expect(screen.getByRole('link', { name: /Certificate\.pdf/ })).toBeTruthy()
  expect(screen.queryByText(formTexts.noAnswer)).toBeNull()
})

test('a task is completed with a file that is still being checked', async () => {
  const { choose, arrive, server } = open()
  await choose('Certificate', fileOf())
  const upload = await arrive(1)
  upload.answer(201, inQuarantine)
  await screen.findByText(fileStates.quarantined)
  fireEvent.click(screen.getByRole('button', { name: new RegExp(spec.complete) }))
  await waitFor(() => expect(server.sent(COMPLETE)).toEqual([{ answers: { cert: [certificate.id] } }]))
})

test('a file that is removed on its way is no answer, and nobody waits for it', async () => {
  const { upload, server, button } = await completeWhileUploading()
  fireEvent.click(screen.getByRole('button', { name: formTexts.file.remove('Certificate.pdf') }))
  upload.answer(201, certificate)
  await waitFor(() => expect(button.getAttribute('aria-busy')).toBeNull())
  expect(server.sent(DRAFT)).toEqual([])
  expect(server.sent(COMPLETE)).toHaveLength(0)
})

test('Complete waits for a file that is on its way, not for its check, and hands it in', async () => {
  const { server, upload } = await completeWhileUploading()
  upload.answer(201, inQuarantine)
  await waitFor(() => expect(server.sent(COMPLETE)).toEqual([{ answers: { cert: [certificate.id] } }]))
})

test('where the file does not arrive nothing is handed in', async () => {
  const { server, upload, button } = await completeWhileUploading()
  upload.answer(400, {})
  expect((await screen.findByRole('alert')).textContent).toBe(uploadSpec.failed)
  await waitFor(() => expect(button.getAttribute('aria-busy')).toBeNull())
  expect(server.sent(COMPLETE)).toHaveLength(0)
})

test('a file arrives in the row it was chosen for, and in none once that row is gone', async () => {
  const columns = [
    { name: 'what', type: 'text' as const, label: 'What' },
    { name: 'proof', type: 'file' as const, label: 'Proof' },
  ]
  const rows = ['Desk', 'Lamp', 'Chair'].map((what) => ({ what }))
  const { choose, arrive, draft, sent } = open(
    whole(
      row(1, 'Company details'),
      { complete: true },
      { fields: [{ name: 'items', type: 'table', label: 'Items', columns }], answers: { items: rows } },
    ),
  )
  await choose(formTexts.table.cell('Proof', 2), fileOf())
  await choose(formTexts.table.cell('Proof', 3), fileOf())
  await arrive(2)
  fireEvent.click(screen.getByRole('button', { name: formTexts.table.removeRow(3) }))
  fireEvent.click(screen.getByRole('button', { name: formTexts.table.removeRow(1) }))
  sent[1]?.answer(201, sampleDocument(802, 'Certificate.pdf', 'application/pdf'))
  sent[0]?.answer(201, certificate)
  await waitFor(() => expect(draft()).toEqual({ answers: { items: [{ what: 'Lamp', proof: [certificate.id] }] } }))
})
