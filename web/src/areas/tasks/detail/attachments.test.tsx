import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Upload } from '../../../shared/uploads/engine/upload.ts'
import { sampleUpload, scriptedList } from '../../../shared/uploads/testing/scripted-list.ts'
import { openTask } from '../testing/open-task.tsx'
import { row, whole } from '../testing/sample-tasks.ts'
import { texts } from './detail.texts.ts'

const uploads = vi.hoisted(() => ({
  open: vi.fn(),
  add: vi.fn(),
  get: (): readonly Upload[] => [],
  subscribe: (listener: () => void) => () => listener.length === 0,
}))
vi.mock('../../../shared/uploads/engine/uploads.ts', () => ({ uploads }))

let list = scriptedList()
beforeEach(() => {
  list = scriptedList()
  uploads.get = list.get
  uploads.subscribe = list.subscribe
})

const task = whole(row(1, 'Enter invoice'), { attach: true })
const target = { kind: 'document', taskId: task.id, label: task.name } as const

test('files are added to the task by the uploader, and no further ones while one is on its way', async () => {
  openTask(task)
  const button = await screen.findByRole('button', { name: texts.addFile })
  const file = new File(['x'], 'Invoice.pdf')
  fireEvent.change(screen.getByLabelText(texts.addFile, { selector: 'input' }), { target: { files: [file] } })
  await waitFor(() => expect(uploads.add).toHaveBeenCalledWith([{ file }], target))
  act(() => list.add([sampleUpload('Invoice.pdf', 'sending', { target })]))
  expect(button.getAttribute('aria-busy')).toBe('true')
  act(() => list.patch('Invoice.pdf', { phase: 'checking' }))
  expect(button.getAttribute('aria-busy')).toBeNull()
})
