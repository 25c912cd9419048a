import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { MemberId, TaskId } from '@throughline/contracts/ids'
import type { Task } from '@throughline/contracts/tasks'
import { expect, test } from 'vitest'
import { member } from '../../org/testing/open-people.tsx'
import { texts as detail } from '../detail/detail.texts.ts'
import { COMPLETE, openTask, TASK } from '../testing/open-task.tsx'
import { ana, id, jonas, maya, row, whole } from '../testing/sample-tasks.ts'
import { queryTexts as texts } from './query.texts.ts'

const query = (more: Partial<Task> = {}, can: Partial<Task['can']> = { complete: true }) =>
  whole(row(1, 'Which log covers Q3?', { task_type: 'query', step: null, requested_by: jonas }), can, {
    step_place: null,
    about: { id: TaskId.parse(id(702)), name: 'Collect evidence' },
    ...more,
  })

test('an answer is needed, and sent as it was written', async () => {
  const { server } = openTask(query(), { [COMPLETE]: { body: { data: query(), next: null } } })
  fireEvent.click(await screen.findByRole('button', { name: new RegExp(texts.sendAnswer) }))
  expect(screen.getByText(texts.answerMissing)).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText(texts.answer))
  fireEvent.change(screen.getByLabelText(texts.answer), { target: { value: 'The second one' } })
  fireEvent.keyDown(screen.getByLabelText(texts.answer), { key: 'Enter', ctrlKey: true })
  await waitFor(() => expect(server.sent(COMPLETE)).toEqual([{ answer: 'The second one' }]))
})

test('what it is about is one press away', async () => {
  openTask(query())
  expect((await screen.findByRole('link', { name: 'Collect evidence' })).getAttribute('href')).toBe(`/tasks/${id(702)}`)
})

test('somebody is asked about a task, which can wait for the answer', async () => {
  const call = `POST ${TASK}queries/`
  const task = whole(row(1, 'Collect evidence'), { complete: true, ask: true })
  const { server } = openTask(task, {
    'GET /v1/org/0198f3a0-0000-7000-8000-000000000002/members/?limit=20': {
      body: [member(1, 'Ana Sousa', 'member', { id: MemberId.parse(ana.id) })],
    },
    [call]: { status: 201, body: { data: task, next: null } },
  })
  fireEvent.click(await screen.findByRole('button', { name: detail.moreActs }))
  fireEvent.click(await screen.findByRole('menuitem', { name: texts.ask }))
  const dialog = within(await screen.findByRole('dialog', { name: texts.ask }))
  fireEvent.click(dialog.getByRole('button', { name: texts.send }))
  expect(dialog.getByText(texts.toMissing)).toBeTruthy()
  expect(dialog.getByText(texts.questionMissing)).toBeTruthy()
  const box = dialog.getByRole('combobox', { name: texts.to })
  fireEvent.mouseDown(box)
  fireEvent.click(box)
  fireEvent.click(await screen.findByRole('option', { name: /Ana Sousa/ }))
  fireEvent.change(dialog.getByLabelText(texts.question), { target: { value: 'Which log?' } })
  fireEvent.click(dialog.getByRole('checkbox', { name: new RegExp(texts.blocking) }))
  fireEvent.click(dialog.getByRole('button', { name: texts.send }))
  await waitFor(() => expect(server.sent(call)).toEqual([{ to: ana.id, question: 'Which log?', blocking: true }]))
})

test('a question that blocks is said, and its answer stands under it', async () => {
  const asked = (answer: string | null): Task['queries'][number] => ({
    id: TaskId.parse(id(703)),
    question: 'Which log?',
    asked_by: maya,
    to: ana,
    blocking: true,
    answer,
    state: answer === null ? 'pending' : 'completed',
    created_at: '2026-11-15T09:00:00Z',
    completed_at: null,
  })
  const { becomes } = openTask(
    whole(
      row(1, 'Collect evidence'),
      {},
      { queries: [asked(null)], blocked_by: 'Waiting for an answer from Ana Sousa' },
    ),
  )
  expect(await screen.findByText('Waiting for an answer from Ana Sousa')).toBeTruthy()
  expect(screen.getByText(texts.waits)).toBeTruthy()
  await becomes(whole(row(1, 'Collect evidence'), { complete: true }, { queries: [asked('The second')] }))
  expect(await screen.findByText('The second')).toBeTruthy()
})
