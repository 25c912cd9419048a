import { fireEvent, screen, waitFor } from '@testing-library/react'
import type { TaskRow } from '@throughline/contracts/tasks'
import type { Field } from '@throughline/contracts/workflow-document'
import { describe, expect, test } from 'vitest'
import { refusal } from '../../../shared/testing/fake-server.ts'
import { texts as detail, spec } from '../detail/detail.texts.ts'
import { COMPLETE, DRAFT, openTask, TASK } from '../testing/open-task.tsx'
import { complete, mine, write } from '../testing/own-task.ts'
import { id, jonas, maya, row } from '../testing/sample-tasks.ts'
import { formTexts } from './form.texts.ts'
import { texts } from './task-form.texts.ts'

describe('answering', () => {
  test('what is wrong is said when a field is left, not before', async () => {
    openTask(mine())
    await complete()
    write('Finance e-mail', 'nobody')
    expect(screen.queryByText(formTexts.problems.badEmail)).toBeNull()
    fireEvent.blur(screen.getByLabelText('Finance e-mail'))
    expect(screen.getByText(formTexts.problems.badEmail)).toBeTruthy()
    expect(screen.getByLabelText('Finance e-mail').getAttribute('aria-invalid')).toBe('true')
  })

  test('Complete stays pressable: it counts what is wrong, leads to the first and sends nothing', async () => {
    const { server } = openTask(mine())
    const button = await complete()
    write('Annual turnover', '0')
    fireEvent.click(button)
    expect(await screen.findByText(new RegExp(texts.toFix(2)))).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByLabelText('Legal name'))
    fireEvent.click(screen.getByRole('button', { name: 'Legal name' }))
    expect(document.activeElement).toBe(screen.getByLabelText('Legal name'))
    expect(server.sent(COMPLETE)).toHaveLength(0)
  })

  test('opened again at once it begins with what was saved', async () => {
    const { router, server } = openTask(mine())
    await complete()
    write('Finance e-mail', 'pay@juniper.example')
    await waitFor(() => expect(server.sent(DRAFT)).toHaveLength(1), { timeout: 3_000 })
    await screen.findByText(/^Draft saved/)
    const there = router.state.location.href
    router.history.push('/elsewhere')
    await screen.findByText('somewhere else')
    router.history.push(there)
    await complete()
    expect(screen.getByLabelText('Finance e-mail')).toHaveProperty('value', 'pay@juniper.example')
    write('Legal name', 'Juniper')
    await waitFor(() =>
      expect(server.sent(DRAFT).at(-1)).toEqual({ answers: { mail: 'pay@juniper.example', legal: 'Juniper' } }),
    )
  })

  test('optional questions are marked, required ones are not', async () => {
    openTask(mine())
    await complete()
    expect(screen.getAllByText('Optional')).toHaveLength(2)
  })

  test('a complete form is handed in once, and the button then reads Completed', async () => {
    const done = mine(
      { state: 'completed', status: 'completed', completed_at: '2026-11-15T10:00:00Z' },
      { complete: false },
    )
    const { server, toasts } = openTask(mine(), { [COMPLETE]: { body: { data: done, next: null } } })
    const button = await complete()
    write('Legal name', 'Juniper Clinics Ltd')
    write('Annual turnover', '6,240,000.50')
    server.change(`GET ${TASK}`, { body: { data: done } })
    fireEvent.click(button)
    fireEvent.click(button)
    const completed = await screen.findByRole('button', { name: spec.completed })
    expect(completed.hasAttribute('disabled')).toBe(true)
    expect(server.sent(COMPLETE)).toEqual([{ answers: { legal: 'Juniper Clinics Ltd', amount: 6240000.5 } }])
    expect(toasts[0]?.title).toBe(texts.done('Company details'))
  })

  describe('the next task', () => {
    const done = mine(
      { state: 'completed', status: 'completed', completed_at: '2026-11-15T10:00:00Z' },
      { complete: false },
    )
    const completeIt = async (next: TaskRow | null, place: 'page' | 'panel' = 'page') => {
      const view = openTask(mine(), { [COMPLETE]: { body: { data: done, next } } }, { place })
      const button = await complete()
      write('Legal name', 'Juniper Clinics Ltd')
      view.server.change(`GET ${TASK}`, { body: { data: done } })
      fireEvent.click(button)
      return view
    }

    test.each([
      ['page', `/tasks/${id(702)}`],
      ['panel', `/panel?taskId=${id(702)}`],
    ] as const)('is offered at once in a %s, and Enter opens it', async (place, address) => {
      const view = await completeIt(row(2, 'Check the bank details'), place)
      const link = await screen.findByRole('link', { name: /Next for you Check the bank details/ })
      expect(document.activeElement).toBe(link)
      fireEvent.click(link)
      await waitFor(() => expect(decodeURIComponent(view.address())).toBe(address))
    })

    test('is not offered while the task is still one’s own', async () => {
      const saved = mine({ priority: 'high' })
      const view = openTask(mine({}, { remind: true }), {
        [`POST ${TASK}remind/`]: { body: { data: saved, next: row(2, 'Check the bank details') } },
      })
      fireEvent.click(await screen.findByRole('button', { name: detail.moreActs }))
      fireEvent.click(await screen.findByRole('menuitem', { name: detail.remind }))
      await waitFor(() => expect(view.toasts).toHaveLength(1))
      expect(screen.queryByRole('link', { name: /Next for you/ })).toBeNull()
    })

    test('is said not to be there', async () => {
      await completeIt(null)
      expect(await screen.findByText('You’re all caught up.')).toBeTruthy()
    })
  })

  test('a question that hangs on another is asked only where it applies', async () => {
    const asked: Field[] = [
      {
        name: 'kind',
        type: 'select',
        label: 'Kind',
        options: [
          { value: 'sick', label: 'Sick' },
          { value: 'off', label: 'Off' },
        ],
      },
      { name: 'note', type: 'text', label: 'Doctor', required: true },
    ]
    const show = { note: ['op', '==', ['var', 'kind'], ['lit', 'sick']] }
    const { becomes } = openTask(mine({ fields: asked, show, answers: { kind: 'off' } }))
    await complete()
    expect(screen.queryByLabelText('Doctor')).toBeNull()
    await becomes(mine({ fields: asked, show, answers: { kind: 'sick' } }))
    expect(await screen.findByLabelText('Doctor')).toBeTruthy()
  })
})

describe('the draft', () => {
  test('is kept on the server soon after the last key, and says since when', async () => {
    const { server } = openTask(mine())
    await complete()
    write('Legal name', 'Juni')
    write('Legal name', 'Juniper')
    expect(await screen.findByText(texts.draftSaved('10:42 AM'))).toBeTruthy()
    expect(server.sent(DRAFT)).toEqual([{ answers: { legal: 'Juniper' } }])
  })

  test('without a line it stays on this device, and the next visit goes on with it', async () => {
    const first = openTask(mine(), { [DRAFT]: 'unreachable' })
    await complete()
    write('Legal name', 'Juniper')
    expect(await screen.findByText(texts.offline)).toBeTruthy()
    first.unmount()
    await waitFor(() => expect(first.server.sent(DRAFT)).toHaveLength(2))
    const { server } = openTask(mine())
    await complete()
    expect(screen.getByLabelText('Legal name')).toHaveProperty('value', 'Juniper')
    await waitFor(() => expect(server.sent(DRAFT)).toEqual([{ answers: { legal: 'Juniper' } }]))
    await screen.findByText(texts.draftSaved('10:42 AM'))
    expect(Object.keys(localStorage).filter((key) => key.includes('answers'))).toEqual([])
  })
})

describe('while others work', () => {
  test('a task that is read anew leaves what is typed, and the focus', async () => {
    const { becomes } = openTask(mine())
    await complete()
    screen.getByLabelText('Legal name').focus()
    write('Legal name', 'Juniper')
    await becomes(mine({ priority: 'urgent', answers: { legal: 'Older draft', mail: 'a@b.example' } }))
    await screen.findByText('Urgent')
    expect(screen.getByLabelText('Legal name')).toHaveProperty('value', 'Juniper')
    expect(screen.getByLabelText('Finance e-mail')).toHaveProperty('value', 'a@b.example')
    expect(document.activeElement).toBe(screen.getByLabelText('Legal name'))
  })

  test('somebody else completed it: the page says who, and keeps what was typed', async () => {
    const { becomes } = openTask(mine())
    await complete()
    write('Legal name', 'Juniper')
    await becomes(
      mine(
        {
          state: 'completed',
          status: 'completed',
          completed_at: '2026-11-15T10:41:00Z',
          completed_by: jonas,
          answers: { legal: 'Theirs' },
        },
        { complete: false },
      ),
    )
    expect(await screen.findByText(/Jonas Weber completed this/)).toBeTruthy()
    expect(screen.getByText(detail.doneMeanwhileNote)).toBeTruthy()
    expect(screen.getByLabelText('Legal name')).toHaveProperty('value', 'Juniper')
    expect(screen.getByRole('button', { name: spec.completed }).hasAttribute('disabled')).toBe(true)
  })

  test('completed by oneself in another window, it says so', async () => {
    const { becomes } = openTask(mine())
    await complete()
    write('Legal name', 'Juniper')
    const done = { state: 'completed', status: 'completed', completed_at: '2026-11-15T10:41:00Z' } as const
    await becomes(mine({ ...done, completed_by: maya, answers: { legal: 'Mine' } }, { complete: false }))
    expect(await screen.findByText(/^You completed this in another window/)).toBeTruthy()
  })

  test('a refused completion says why and shows the task as it is now', async () => {
    const { server, toasts } = openTask(mine({ answers: { legal: 'Juniper' } }), {
      [COMPLETE]: refusal(409, 'not_open', 'Jonas Weber has completed it'),
    })
    const button = await complete()
    const before = server.sent(`GET ${TASK}`).length
    fireEvent.click(button)
    await waitFor(() =>
      expect(toasts[0]).toMatchObject({ title: texts.failed, description: 'Jonas Weber has completed it' }),
    )
    await waitFor(() => expect(server.sent(`GET ${TASK}`).length).toBeGreaterThan(before))
  })

  test('what only the server could know is said at its question', async () => {
    const errors = [{ path: 'answers.legal', message: 'bad_shape' }]
    const { toasts } = openTask(mine({ answers: { legal: 'Juniper' } }), {
      [COMPLETE]: refusal(400, 'invalid_request', 'Some answers are missing', { errors }),
    })
    fireEvent.click(await complete())
    expect(await screen.findByText(formTexts.problems.badShape)).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByLabelText('Legal name'))
    write('Legal name', 'Juniper Ltd')
    expect(screen.queryByText(formTexts.problems.badShape)).toBeNull()
    expect(toasts).toEqual([])
  })

  test('a task that is not wanted any more says so', async () => {
    openTask(mine({ state: 'cancelled', status: 'cancelled' }, { complete: false }))
    expect(await screen.findByText(detail.cancelled, { selector: 'p' })).toBeTruthy()
    screen.getByText(detail.cancelledNote)
  })
})
