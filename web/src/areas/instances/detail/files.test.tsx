import { fireEvent, waitFor, within } from '@testing-library/react'
import { InstanceFile } from '@throughline/contracts/instances'
import { expect, test, vi } from 'vitest'
import { ADDRESS, answer, CALL, MERIDIAN, maya, meridian, openInstance } from '../testing/open-instance.tsx'
import { id } from '../testing/open-instances.tsx'

const FILES = `GET /v1/instances/${MERIDIAN}/files/?limit=50`

const uploads = vi.hoisted(() => ({ open: vi.fn(), add: vi.fn() }))
vi.mock('../../../shared/uploads/engine/uploads.ts', () => ({ uploads }))

const file = (last: number, filename: string, more: Partial<InstanceFile> = {}) =>
  InstanceFile.parse({
    id: id(800 + last),
    filename,
    state: 'clean',
    content_type: 'application/pdf',
    file_size: 494_182,
    created_at: '2026-11-12T09:00:00Z',
    field_id: null,
    task_id: null,
    task_name: null,
    uploaded_by: maya,
    ...more,
  })
const page = (...files: InstanceFile[]) => ({ body: { data: files, pagination: { next_cursor: null } } })
const open = (files: ReturnType<typeof page> | 'unreachable', role?: 'viewer') =>
  openInstance(`${ADDRESS}?tab=attachments`, { [CALL]: answer(meridian()), [FILES]: files }, role)

test('files of the instance and of its tasks, each to be downloaded under its name', async () => {
  const letter = file(1, 'Letter.pdf', { task_name: 'Countersign' })
  const view = open(page(letter, file(2, 'Notes.txt', { content_type: 'text/plain', file_size: 900 })))
  const rows = within(await view.findByRole('list', { name: 'Attachments' })).getAllByRole('listitem')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'PDFLetter.pdfCountersign482.6 KBNov 12, 2026',
    'FILENotes.txtThis instance900 BNov 12, 2026',
  ])
  const saved: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.href)
  })
  const body = { url: 'https://usercontent.example/v1/files/?link=x', expires_at: '2026-11-15T12:00:00.000Z' }
  view.server.change(`GET /v1/documents/${letter.id}/link/?open=attachment`, { body })
  fireEvent.click(view.getByRole('button', { name: 'Download Letter.pdf' }))
  await waitFor(() => expect(saved).toEqual([body.url]))
  fireEvent.click(view.getByRole('button', { name: 'Download Notes.txt' }))
  await waitFor(() => expect(view.toasts[0]?.title).toBe('Notes.txt wasn’t downloaded. Try again.'))
})

test('none yet, with the way to add one; whoever may only look has none', async () => {
  const view = open(page())
  expect(await view.findByText('No Attachments')).toBeTruthy()
  expect(view.getByRole('button', { name: 'Add file' })).toBeTruthy()
  view.unmount()
  const reader = open(page(), 'viewer')
  expect(await reader.findByText('No Attachments')).toBeTruthy()
  expect(reader.queryByRole('button', { name: 'Add file' })).toBeNull()
})

test('what could not be loaded can be asked for again', async () => {
  const view = open('unreachable')
  expect((await view.findByRole('alert')).textContent).toContain('Failed to load files')
  view.server.change(FILES, page(file(1, 'Letter.pdf')))
  fireEvent.click(view.getByRole('button', { name: 'Retry' }))
  expect(await view.findByText('Letter.pdf')).toBeTruthy()
})

test('a file that is added goes up like every other, as one of the instance', async () => {
  const view = open(page())
  const letter = new File(['x'], 'Letter.pdf')
  fireEvent.change(await view.findByLabelText('Add file', { selector: 'input' }), { target: { files: [letter] } })
  const target = { kind: 'document', instanceId: MERIDIAN }
  await waitFor(() => expect(uploads.add).toHaveBeenCalledWith([{ file: letter }], target))
})

test('a file that is not found clean yet says so and is not downloaded', async () => {
  const view = open(page(file(1, 'Letter.pdf', { state: 'quarantined' })))
  expect((await view.findByRole('listitem')).textContent).toContain('Letter.pdfbeing checked')
  expect(view.getByRole('button', { name: 'Download Letter.pdf' })).toHaveProperty('disabled', true)
  expect(view.queryByRole('button', { name: 'Letter.pdf' })).toBeNull()
})
