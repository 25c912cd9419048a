import { createRootRoute, createRoute } from '@tanstack/react-router'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { serve } from '../../../../shared/testing/fake-server.ts'
import { openRoutes } from '../../../../shared/testing/open-routes.tsx'
import type { Phase, Upload } from '../../../../shared/uploads/engine/upload.ts'
import { scriptedList, sampleUpload as upload } from '../../../../shared/uploads/testing/scripted-list.ts'
import { uploadsKey } from '../../../../shared/uploads/uploads.keys.ts'
import { documentsKey } from '../../documents.keys.ts'
import { sampleDocument, sampleId } from '../../testing/sample-document.ts'
import { UploadTray } from './upload-tray.tsx'

const MB = 1_048_576
const stored = sampleDocument(1, 'a', 'text/plain')
const DOCUMENT = stored.id
const OWN = `GET /v1/documents/${DOCUMENT}/`

const engine = vi.hoisted(() => ({
  open: vi.fn(),
  close: vi.fn(),
  add: vi.fn(),
  pause: vi.fn(),
  resume: vi.fn(),
  retry: vi.fn(),
  cancel: vi.fn(),
  clear: vi.fn(),
  settle: vi.fn(),
  miss: vi.fn(),
  pauseAll: vi.fn(),
  resumeAll: vi.fn(),
  giveAgain: vi.fn((files: readonly File[]) => files),
  get: (): readonly Upload[] => [],
  subscribe: (listener: () => void) => () => listener.length === 0,
}))
vi.mock('../../../../shared/uploads/engine/uploads.ts', () => ({ uploads: engine }))

let list = scriptedList()
beforeEach(() => {
  vi.clearAllMocks()
  list = scriptedList()
  engine.get = list.get
  engine.subscribe = list.subscribe
})

const document = (version: number, taskName: string | null) => ({
  id: DOCUMENT,
  name: 'a',
  version,
  taskName,
  url: '/files/1',
})

async function open(...uploads: Upload[]) {
  const server = serve({ [OWN]: { body: stored } })
  list.add(uploads)
  const root = createRootRoute()
  const tray = () => <UploadTray memberId="ada" onArrival={() => undefined} />
  const tree = root.addChildren([createRoute({ getParentRoute: () => root, path: '$', component: tray })])
  const toasts: string[] = []
  const { queries } = openRoutes(tree, '/', ({ title }) => toasts.push(title))
  if (uploads.length > 0) await screen.findByRole('region', { name: 'Uploads' })
  const row = (name: string) => within(screen.getByText(name).closest('li') ?? expect.fail())
  return {
    row,
    toasts,
    server,
    queries,
    press: (name: string) => fireEvent.click(screen.getByRole('button', { name })),
  }
}

test('there is no tray while nothing goes up', async () => {
  await open()
  expect(screen.queryByRole('region', { name: 'Uploads' })).toBeNull()
})

test.each([
  ['waiting', {}, 'Waiting'],
  ['sending', { sent: 28.6 * MB, rate: 2 * MB }, '28.6 MB sent, about 40 seconds left'],
  ['sending', { sent: 10 * MB, rate: 0.5 * MB }, '10 MB sent, about 3 minutes left'],
  ['finishing', {}, 'Sent. Finishing up.'],
  ['offline', { safe: 87.4 * MB }, 'Connection lost at 87.4 MB. Resumes from there, even after a reload.'],
  ['paused', { safe: 16 * MB }, 'Paused at 16 MB. Resumes from there, even after a reload.'],
  ['lost', { safe: 16 * MB }, '16 MB uploaded. Choose the same file again to resume.'],
  ['locked', {}, 'The page was reloaded. Allow access to the file to resume.'],
  [
    'infected',
    { problem: 'Eicar-Test-Signature was found in it.' },
    'Quarantined: Eicar-Test-Signature was found in it. No one can open it.',
  ],
  ['failed', {}, 'Failed to upload file. Please try again.'],
  [
    'failed',
    { problem: 'The workspace doesn’t have enough space for this file' },
    'The workspace doesn’t have enough space for this file',
  ],
  ['refused', {}, 'This file is larger than the limit of 1 GB.'],
  ['unchecked', { problem: 'The file was lost.' }, 'The file was lost. No one can open it.'],
  ['checking', { arrivedAt: Date.now() + 60_000 }, 'Uploaded. Others can see it after the virus check.'],
  ['checking', { arrivedAt: 1 }, 'Quarantined until it’s checked for viruses. No one can open it until then.'],
  ['done', { document: document(1, null) }, 'Uploaded'],
  ['gone', { document: document(1, null) }, 'Uploaded. It was deleted or moved somewhere you can’t see.'],
  ['done', { document: document(4, 'Countersign') }, 'Version 4 on Countersign'],
] as const)('%s: %o', async (phase, more, text) => {
  const { row } = await open(upload('a.zip', phase, more))
  expect(row('a.zip').getByText(text)).toBeTruthy()
})

test('what needs somebody comes first, what is done last', async () => {
  const phases: Phase[] = ['done', 'checking', 'failed', 'infected', 'sending', 'paused']
  await open(...phases.map((phase) => upload(`${phase}.zip`, phase)))
  expect(screen.getAllByRole('listitem').map((row) => /[a-z]+\.zip/.exec(row.textContent)?.[0])).toEqual(
    phases.toReversed().map((phase) => `${phase}.zip`),
  )
  expect(screen.getByRole('heading', { name: 'Uploading 1 of 6 files' })).toBeTruthy()
  expect(screen.getByText('1 paused, 1 failed, 1 quarantined, 1 being checked')).toBeTruthy()
})

test('what is in the same state stands in the order in which it was added', async () => {
  await open(
    upload('third.zip', 'paused', { addedAt: 3 }),
    upload('first.zip', 'paused', { addedAt: 1 }),
    upload('second.zip', 'paused', { addedAt: 2 }),
  )
  const names = screen.getAllByRole('listitem').map((row) => /[a-z]+\.zip/.exec(row.textContent)?.[0])
  expect(names).toEqual(['first.zip', 'second.zip', 'third.zip'])
})

test('each state offers what can be done about it', async () => {
  const { press } = await open(
    upload('a.zip', 'sending'),
    upload('b.zip', 'paused'),
    upload('c.zip', 'failed'),
    upload('d.zip', 'refused'),
  )
  press('Pause a.zip')
  press('Resume b.zip')
  press('Retry c.zip')
  press('Cancel c.zip')
  press('Remove d.zip from the list')
  expect(engine.pause).toHaveBeenCalledWith('a.zip')
  expect(engine.resume).toHaveBeenCalledWith('b.zip')
  expect(engine.retry).toHaveBeenCalledWith('c.zip')
  expect(engine.cancel).toHaveBeenCalledWith('c.zip')
  expect(engine.clear).toHaveBeenCalledWith('d.zip')
})

test('what couldn’t be checked is uploaded again, as the next version of its document', async () => {
  const file = new File(['x'], 'a.zip')
  const unchecked = { document: document(1, null), file, target: { kind: 'document', label: 'Here' } } as const
  const { press, server } = await open(upload('a.zip', 'unchecked', unchecked))
  press('Upload a.zip again')
  expect(engine.clear).toHaveBeenCalledWith('a.zip')
  const place = { kind: 'document', label: 'Here', documentId: DOCUMENT }
  expect(engine.add).toHaveBeenCalledWith([{ file, name: 'a.zip' }], place)
  expect(server.sent(`POST /v1/documents/${DOCUMENT}/retry/`)).toEqual([])
})

test('closing asks while something is not finished, and not otherwise', async () => {
  const { press } = await open(upload('a.zip', 'sending'), upload('b.zip', 'done', { document: document(1, null) }))
  press('Close tray')
  expect(screen.getByRole('alertdialog', { name: 'Stop uploading 1 file?' })).toBeTruthy()
  press('Stop uploading')
  await waitFor(() => expect(engine.cancel).toHaveBeenCalledWith('a.zip'))
  expect(engine.cancel).toHaveBeenCalledTimes(1)
  act(() => list.patch('a.zip', { phase: 'done', document: document(1, null) }))
  await screen.findByText('2 files uploaded')
  engine.clear.mockClear()
  press('Close tray')
  expect(engine.clear).toHaveBeenCalled()
})

test('once everything has arrived it folds by itself, and is open again with the next file', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  await open(upload('a.zip', 'done', { document: document(1, null) }))
  expect(screen.getByText('a.zip')).toBeTruthy()
  act(() => void vi.advanceTimersByTime(8_000))
  expect(screen.queryByText('a.zip')).toBeNull()
  expect(screen.getByRole('heading', { name: '1 file uploaded' })).toBeTruthy()
  act(() => list.add([upload('b.zip', 'sending')]))
  expect(screen.getByText('b.zip')).toBeTruthy()
  vi.useRealTimers()
})

test('a file that is not the same is said to be another', async () => {
  const { toasts } = await open(upload('a.zip', 'lost'))
  const other = new File(['x'], 'b.zip')
  fireEvent.change(screen.getByLabelText('Choose files', { selector: 'input' }), { target: { files: [other] } })
  expect(toasts).toEqual(['b.zip is a different file'])
})

test('news is told to those who listen, progress is not', async () => {
  await open(upload('a.zip', 'sending'))
  const status = screen.getByRole('status')
  expect(status.textContent).toBe('')
  act(() => list.patch('a.zip', { phase: 'failed' }))
  expect(status.textContent).toBe('a.zip: Failed to upload file. Please try again.')
})

test('leaving the page is asked about while something is on its way', async () => {
  await open(upload('a.zip', 'sending'))
  const leave = () => {
    const event = new Event('beforeunload', { cancelable: true })
    window.dispatchEvent(event)
    return event.defaultPrevented
  }
  expect(leave()).toBe(true)
  act(() => list.patch('a.zip', { phase: 'done', document: document(1, null) }))
  expect(leave()).toBe(false)
})

test('what was sent is asked for by its own document until that is clean, and nothing is listed', async () => {
  const { server, queries } = await open(upload('a.zip', 'checking', { document: document(1, null) }))
  await waitFor(() => expect(engine.settle).toHaveBeenCalledWith([stored]))
  expect(server.sent(OWN)).toHaveLength(1)
  await act(() => queries.invalidateQueries({ queryKey: documentsKey }))
  expect(server.sent(OWN)).toHaveLength(1)
  await act(() => queries.invalidateQueries({ queryKey: [...uploadsKey, 'one', DOCUMENT] }))
  expect(server.sent(OWN)).toHaveLength(2)
})

test('a document that is no longer there, or cannot be asked for, holds up no other', async () => {
  const [gone, unreachable] = [2, 3].map(sampleId)
  const checking = (name: string, id = DOCUMENT) => upload(name, 'checking', { document: { ...document(1, null), id } })
  const { server } = await open()
  server.change(`GET /v1/documents/${unreachable}/`, 'unreachable')
  act(() => list.add([checking('a.zip'), checking('b.zip', gone), checking('c.zip', unreachable)]))
  await waitFor(() => expect(engine.settle).toHaveBeenCalledWith([stored]))
  expect(engine.miss).toHaveBeenCalledWith([gone])
})
