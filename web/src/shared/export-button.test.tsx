import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { Export } from '@throughline/contracts/exports'
import { exportTasks, requestTaskExport } from '@throughline/contracts/tasks'
import { expect, test, vi } from 'vitest'
import { connectToasts, type ToastMessage } from '../ui/toast.ts'
import { api } from './api.ts'
import { ExportButton } from './export-button.tsx'
import { exportsKey } from './exports.keys.ts'
import { refusal, serve, signedOut } from './testing/fake-server.ts'

const ID = '0198f3a0-0000-7000-8000-000000000061'
const STREAM = 'GET /v1/tasks/export/'
const REQUEST = 'POST /v1/tasks/export/'
const ONE = `GET /v1/exports/${ID}/`

const exported = (more: Partial<Export> = {}): Export =>
  Export.parse({
    id: ID,
    file_name: 'tasks-2026-11-17.csv',
    state: 'preparing',
    rows: null,
    problem: null,
    created_at: '2026-11-17T09:00:00Z',
    expires_at: '2026-11-24T09:00:00Z',
    ...more,
  })

const LARGE = {
  'GET /v1/auth/me/': signedOut,
  [STREAM]: refusal(409, 'export_too_large', 'This export has more than 10,000 rows'),
  [REQUEST]: { status: 202, body: exported() },
  [ONE]: { body: exported() },
}

function open(answers: Parameters<typeof serve>[0]) {
  const server = serve(answers)
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const said: ToastMessage[] = []
  connectToasts({ show: (message) => said.push(message), close: () => undefined })
  const calls = {
    read: () => api(exportTasks, { query: {} }),
    request: () => api(requestTaskExport, { body: {} }),
  }
  const { unmount } = render(
    <QueryClientProvider client={queries}>
      <ExportButton name="tasks" calls={calls} />
    </QueryClientProvider>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Export as CSV' }))
  /** As a frame does. */
  const hear = () => queries.invalidateQueries({ queryKey: exportsKey })
  return { server, said, hear, unmount }
}

const saysThat = (said: readonly ToastMessage[], toast: Partial<ToastMessage>) =>
  waitFor(() => expect(said.at(-1)).toMatchObject(toast))

test('an export that is too large is prepared, and can be downloaded when it is ready, on any page', async () => {
  const saved: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(`${this.getAttribute('href')} as ${this.download}`)
  })
  const { server, said, hear, unmount } = open(LARGE)
  await saysThat(said, {
    tone: 'info',
    title: 'This export has more than 10,000 rows',
    description: 'We’re preparing the file and will let you know when it’s ready.',
  })
  unmount()
  server.change(ONE, { body: exported({ state: 'ready', rows: 48_210 }) })
  await hear()
  await saysThat(said, { tone: 'success', title: 'Your export is ready', description: '48,210 rows', timeout: 0 })
  const ready = said.at(-1)
  expect(ready?.action?.label).toBe('Download')
  ready?.action?.onPress()
  await waitFor(() => expect(saved).toEqual([`/v1/exports/${ID}/file/ as tasks-2026-11-17.csv`]))
})

test('an export that fails says why', async () => {
  const { server, said, hear } = open(LARGE)
  await saysThat(said, { tone: 'info' })
  server.change(ONE, { body: exported({ state: 'failed', problem: 'The list has more than 1,000,000 rows.' }) })
  await hear()
  await saysThat(said, {
    tone: 'error',
    title: 'The file wasn’t exported',
    description: 'The list has more than 1,000,000 rows.',
  })
})

test('a request that is refused says why, and the button can be pressed again', async () => {
  const { said } = open({
    ...LARGE,
    [REQUEST]: refusal(409, 'exports_running', 'You already have 2 exports in progress.'),
  })
  await saysThat(said, { tone: 'error', description: 'You already have 2 exports in progress.' })
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Export as CSV' }).disabled).toBe(false)
})

test('a file that is gone is not downloaded, and the person is told', async () => {
  const { server, said, hear } = open(LARGE)
  await saysThat(said, { tone: 'info' })
  server.change(ONE, { body: exported({ state: 'ready', rows: 5 }) })
  await hear()
  await saysThat(said, { tone: 'success' })
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click')
  server.change(ONE, refusal(404, 'not_found', 'The export was not found'))
  said.at(-1)?.action?.onPress()
  await saysThat(said, {
    tone: 'error',
    title: 'The export wasn’t downloaded',
    description: 'The export was not found',
  })
  expect(clicked).not.toHaveBeenCalled()
})
