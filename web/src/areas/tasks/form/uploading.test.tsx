import { fireEvent, screen, waitFor } from '@testing-library/react'
import { Attachment } from '@throughline/contracts/tasks'
import { expect, test } from 'vitest'
import { spec } from '../detail/detail.texts.ts'
import { COMPLETE, DRAFT, openTask } from '../testing/open-task.tsx'
import { id, row, whole } from '../testing/sample-tasks.ts'
import { type Arrived, slowLine } from '../testing/slow-line.ts'
import { formTexts } from './form.texts.ts'

const certificate = Attachment.parse({
  id: id(801),
  filename: 'Certificate.pdf',
  name: 'Certificate.pdf',
  size: 2048,
  content_type: 'application/pdf',
  state: 'clean',
  version_number: 1,
  sha256: null,
  file_url: '/files/1',
  created_at: '2026-11-15T10:00:00Z',
  uploaded_by: null,
})

const task = whole(
  row(1, 'Company details'),
  { complete: true },
  {
    fields: [{ name: 'cert', type: 'file', label: 'Certificate', required: true }],
  },
)

async function completeWhileUploading() {
  const arrive: Arrived['answer'][] = []
  slowLine(({ answer }) => arrive.push(answer))
  const opened = openTask(task, { [COMPLETE]: { body: { data: task, next: null } } })
  const button = await screen.findByRole('button', { name: new RegExp(spec.complete) })
  const files = [new File(['x'], 'Certificate.pdf', { type: 'application/pdf' })]
  fireEvent.change(screen.getByLabelText('Certificate'), { target: { files } })
  await waitFor(() => expect(arrive).toHaveLength(1))
  fireEvent.click(button)
  await waitFor(() => expect(button.getAttribute('aria-busy')).toBe('true'))
  expect(opened.server.sent(COMPLETE)).toHaveLength(0)
  return { ...opened, arrive, button }
}

test('Complete waits for a file that is on its way, and hands it in', async () => {
  const { server, arrive } = await completeWhileUploading()
  arrive[0]?.(201, [certificate])
  await waitFor(() => expect(server.sent(COMPLETE)).toEqual([{ answers: { cert: [certificate.id] } }]))
})

test('a file arrives in the row it was chosen for, and in none once that row is gone', async () => {
  const arrive: Arrived['answer'][] = []
  slowLine(({ answer }) => arrive.push(answer))
  const columns = [
    { name: 'what', type: 'text' as const, label: 'What' },
    { name: 'proof', type: 'file' as const, label: 'Proof' },
  ]
  const rows = ['Desk', 'Lamp', 'Chair'].map((what) => ({ what }))
  const { server } = openTask(
    whole(
      row(1, 'Company details'),
      { complete: true },
      { fields: [{ name: 'items', type: 'table', label: 'Items', columns }], answers: { items: rows } },
    ),
  )
  const choose = async (place: number) =>
    fireEvent.change(await screen.findByLabelText(formTexts.table.cell('Proof', place)), {
      target: { files: [new File(['x'], 'Certificate.pdf', { type: 'application/pdf' })] },
    })
  await choose(2)
  await choose(3)
  await waitFor(() => expect(arrive).toHaveLength(2))
  fireEvent.click(screen.getByRole('button', { name: formTexts.table.removeRow(3) }))
  fireEvent.click(screen.getByRole('button', { name: formTexts.table.removeRow(1) }))
  arrive[1]?.(201, [{ ...certificate, id: id(802) }])
  arrive[0]?.(201, [certificate])
  await waitFor(() =>
    expect(server.sent(DRAFT).at(-1)).toEqual({ answers: { items: [{ what: 'Lamp', proof: [certificate.id] }] } }),
  )
})

test('where the file does not arrive nothing is handed in', async () => {
  const { server, arrive, button } = await completeWhileUploading()
  arrive[0]?.(500, {})
  expect((await screen.findByRole('alert')).textContent).toBe(formTexts.file.failed)
  await waitFor(() => expect(button.getAttribute('aria-busy')).toBeNull())
  expect(server.sent(COMPLETE)).toHaveLength(0)
})
