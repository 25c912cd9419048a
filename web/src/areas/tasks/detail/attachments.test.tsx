import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { refusal } from '../../../shared/testing/fake-server.ts'
import { sampleDocument } from '../../documents/testing/sample-document.ts'
import { formTexts } from '../form/form.texts.ts'
import { openTask, READ } from '../testing/open-task.tsx'
import { row, whole } from '../testing/sample-tasks.ts'
import { type SentFile, slowLine } from '../testing/slow-line.ts'
import { texts } from './detail.texts.ts'

test('a file is added to the task, again under its key where it was rejected, and no further one meanwhile', async () => {
  const sent: SentFile[] = []
  slowLine((upload) => sent.push(upload))
  const task = whole(row(1, 'Enter invoice'), { attach: true })
  const { server } = openTask(task)
  const button = await screen.findByRole('button', { name: texts.addFile })
  const files = [new File(['x'], 'Invoice.pdf')]
  fireEvent.change(screen.getByLabelText(texts.addFile, { selector: 'input' }), { target: { files } })
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(Object.fromEntries(sent[0]?.form ?? [])).toMatchObject({ taskId: task.id })
  expect(button.getAttribute('aria-busy')).toBe('true')
  sent[0]?.answer(413, refusal(413, 'quota_exceeded', 'Your workspace is full').body)
  expect((await screen.findByRole('alert')).textContent).toBe('Your workspace is full')
  expect(button.getAttribute('aria-busy')).toBeNull()

  fireEvent.click(screen.getByRole('button', { name: formTexts.file.retry }))
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]?.key).toBe(sent[0]?.key)
  const read = server.sent(READ).length
  sent[1]?.answer(201, sampleDocument(1, 'Invoice.pdf', 'application/pdf'))
  await waitFor(() => expect(server.sent(READ).length).toBeGreaterThan(read))
  expect(screen.queryByText('Invoice.pdf')).toBeNull()
})
