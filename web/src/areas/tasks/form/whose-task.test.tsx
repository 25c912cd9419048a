import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { Task } from '@throughline/contracts/tasks'
import { describe, expect, test } from 'vitest'
import { refusal } from '../../../shared/testing/fake-server.ts'
import { texts as detail, spec } from '../detail/detail.texts.ts'
import { openTask, READ, TASK } from '../testing/open-task.tsx'
import { complete, fields, mine, write } from '../testing/own-task.ts'
import { ana, jonas, maya, row, whole } from '../testing/sample-tasks.ts'
import { reviewTexts } from './task-form.texts.ts'

describe('whose it is', () => {
  test('without a part in it the answers can be read, not given', async () => {
    openTask(
      whole(
        row(1, 'Company details', { assignee: jonas, assigned_to: 'jonas', mine: null }),
        {},
        { fields, answers: { legal: 'Juniper Clinics' } },
      ),
    )
    expect(await screen.findByText(detail.waitsFor('Jonas Weber'))).toBeTruthy()
    expect(screen.getByText('Juniper Clinics')).toBeTruthy()
    expect(screen.queryByLabelText('Legal name')).toBeNull()
    expect(screen.queryByRole('button', { name: spec.complete })).toBeNull()
  })

  test('a task from a queue is claimed; the second person is told who has it', async () => {
    const queue = { kind: 'team' as const, id: maya.id, name: 'Finance' }
    const task = whole(row(1, 'Company details', { assignee: null, queue }), { claim: true }, { fields })
    const { toasts } = openTask(task, {
      [`POST ${TASK}claim/`]: refusal(409, 'claimed', 'Ana Sousa has it'),
    })
    fireEvent.click(await screen.findByRole('button', { name: detail.claim }))
    await waitFor(() => expect(toasts[0]).toMatchObject({ title: detail.claimFailed, description: 'Ana Sousa has it' }))
  })

  describe('to somebody found by typing it is reassigned', () => {
    const members = 'GET /v1/org/0198f3a0-0000-7000-8000-000000000002/members/'
    const found = {
      id: ana.id,
      name: 'Ana Sousa',
      email: 'ana@harborvale.example',
      photo: null,
      role: { id: ana.id, name: 'member', display_name: 'Member', rank: 1 },
      team: null,
      teams: [],
      status: 'active',
      joined_at: null,
      invitation_expires_at: null,
      suspended_at: null,
    }
    const EDIT = `PATCH ${TASK}`
    const reassign = async (answer: ReturnType<typeof refusal> | { body: unknown }) => {
      const { server } = openTask(mine(), { [`${members}?limit=20`]: { body: [found] }, [EDIT]: answer })
      await complete()
      fireEvent.click(screen.getByRole('button', { name: detail.reassign }))
      const dialog = within(await screen.findByRole('dialog', { name: detail.reassignTitle }))
      const box = dialog.getByRole('combobox', { name: detail.assignee })
      fireEvent.mouseDown(box)
      fireEvent.click(box)
      fireEvent.click(await screen.findByRole('option', { name: /Ana Sousa/ }))
      return { server, press: () => fireEvent.click(dialog.getByRole('button', { name: detail.reassign })) }
    }

    test('at once', async () => {
      const { server, press } = await reassign({ body: { data: mine(), next: null } })
      press()
      await waitFor(() => expect(server.sent(EDIT)).toEqual([{ assigned_to: 'ana@harborvale.example', version: 1 }]))
    })

    test('though a draft of the answers has been kept since it was read', async () => {
      const { server, press } = await reassign(refusal(409, 'stale_version', 'Changed meanwhile'))
      server.change(READ, { body: { data: mine({ version: 2, state: 'in_progress' }) } })
      press()
      await waitFor(() => expect(server.sent(EDIT)).toMatchObject([{ version: 1 }, { version: 2 }]))
    })
  })
})

describe('review', () => {
  const waiting = (can: Partial<Task['can']>) =>
    mine(
      { state: 'review', status: 'review', reviewer_person: maya, assignee: jonas, answers: { legal: 'Juniper' } },
      { complete: false, ...can },
    )

  test('giving back needs words, passing does not', async () => {
    const call = `POST ${TASK}review/`
    const { server } = openTask(waiting({ review: true }), { [call]: { body: { data: waiting({}), next: null } } })
    fireEvent.click(await screen.findByRole('button', { name: reviewTexts.giveBack }))
    expect(screen.getByText(reviewTexts.commentMissing)).toBeTruthy()
    expect(server.sent(call)).toHaveLength(0)
    write(reviewTexts.comment, 'The number is missing')
    fireEvent.click(screen.getByRole('button', { name: reviewTexts.giveBack }))
    await waitFor(() => expect(server.sent(call)).toEqual([{ decision: 'return', comment: 'The number is missing' }]))
  })

  test('what was given back says what to change', async () => {
    openTask(mine({ change_request: { verdict: 'changes', by: ana, comment: 'The number is missing', task_id: null } }))
    expect(await screen.findByText('Ana Sousa asks for changes')).toBeTruthy()
    expect(screen.getByText('The number is missing')).toBeTruthy()
  })
})
