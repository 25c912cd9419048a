import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Attachment, type Task } from '@throughline/contracts/tasks'
import { describe, expect, test } from 'vitest'
import { refusal } from '../../../shared/testing/fake-server.ts'
import { answer, meridian } from '../../instances/testing/open-instance.tsx'
import { openTask, READ, TASK } from '../testing/open-task.tsx'
import { jonas, row, whole } from '../testing/sample-tasks.ts'
import { spec, texts } from './detail.texts.ts'

const EDIT = `PATCH ${TASK}`
const task = (more: Partial<Task> = {}, can: Partial<Task['can']> = {}) =>
  whole(row(1, 'Enter invoice', { due_date: '2026-11-20T23:59:59Z' }), { complete: true, edit: true, ...can }, more)
const button = (name: string) => screen.findByRole('button', { name: new RegExp(`^${name}`) })

describe.each(['page', 'panel', 'overlay'] as const)('on the %s', (place) => {
  test('what is being loaded says so', async () => {
    openTask(undefined, { [READ]: 'silent' }, { place })
    expect(await screen.findByText(spec.loading)).toBeTruthy()
  })

  test('a task that does not come can be asked for again', async () => {
    const { server } = openTask(undefined, { [READ]: { status: 500, body: {} } }, { place })
    expect((await screen.findByRole('alert')).textContent).toContain(spec.loadFailed)
    server.change(READ, { body: { data: task() } })
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(await screen.findByRole('heading', { name: 'Enter invoice' })).toBeTruthy()
  })

  test('a task that is not there, or not for these eyes, is not found', async () => {
    openTask(undefined, { [READ]: refusal(404, 'not_found', 'This task was not found') }, { place })
    expect((await screen.findByRole('alert')).textContent).toContain(texts.goneTitle)
    expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull()
  })

  test('title, number, status, priority, kind and step are there, and what is empty says so', async () => {
    openTask(task({ due_date: null }), {}, { place })
    expect(await screen.findByRole('heading', { name: 'Enter invoice' })).toBeTruthy()
    for (const words of [
      'INV-12-1',
      'Pending',
      'Medium',
      'Manual',
      spec.noDescription,
      spec.noAttachments,
      texts.noDue,
    ])
      expect(screen.getByText(words)).toBeTruthy()
    expect(await screen.findByText('No comments yet. Be the first to comment!')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Invoice Approval · Kestrel Print · Nov' })).toBeTruthy()
    expect(screen.getByRole('button', { name: new RegExp(spec.complete) })).toBeTruthy()
  })
})

test('a file opens in a new window, with its size', async () => {
  const attachments = [
    Attachment.parse({
      id: jonas.id,
      filename: 'Owner list.xlsx',
      name: 'Owner list.xlsx',
      size: 18_637,
      content_type: 'application/vnd.ms-excel',
      state: 'clean',
      version_number: 1,
      sha256: null,
      file_url: '/files/1',
      created_at: '2026-11-01T09:00:00Z',
      uploaded_by: null,
    }),
  ]
  openTask(task({ attachments }))
  const link = await screen.findByRole('link', { name: /Owner list.xlsx/ })
  expect(link.getAttribute('target')).toBe('_blank')
  expect(link.textContent).toContain('18.2 KB')
})

describe('editing', () => {
  const change = async (label: string, value: string) =>
    fireEvent.change(await screen.findByLabelText(label), { target: { value } })

  test('only what was changed is sent, the day as the end of that day', async () => {
    const { server, toasts } = openTask(task(), { [EDIT]: { body: { data: task(), next: null } } })
    fireEvent.click(await button(spec.edit))
    await change(spec.dueDate, '2026-12-01')
    fireEvent.click(await button(spec.save))
    await waitFor(() => expect(server.sent(EDIT)).toEqual([{ due_date: '2026-12-01T23:59:59Z', version: 1 }]))
    await waitFor(() => expect(toasts[0]?.title).toBe(texts.saved))
    expect(await button(spec.edit)).toBeTruthy()
  })

  test('nothing changed sends nothing', async () => {
    const { server } = openTask(task())
    fireEvent.click(await button(spec.edit))
    fireEvent.click(await button(spec.save))
    await button(spec.edit)
    expect(server.sent(EDIT)).toHaveLength(0)
  })

  test('a failure stays where it happened, with what was changed', async () => {
    openTask(task(), { [EDIT]: refusal(422, 'not_visible', 'Jonas Weber may not see this workflow') })
    fireEvent.click(await button(spec.edit))
    await change(spec.dueDate, '2026-12-01')
    fireEvent.click(await button(spec.save))
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain(spec.updateFailed)
    expect(alert.textContent).toContain('Jonas Weber may not see this workflow')
    expect(screen.getByLabelText(spec.dueDate)).toHaveProperty('value', '2026-12-01')
  })

  test('whoever was overtaken is told, and saves over what they have seen', async () => {
    const { server } = openTask(task(), { [EDIT]: refusal(409, 'stale_version', 'Changed meanwhile') })
    fireEvent.click(await button(spec.edit))
    await change(spec.dueDate, '2026-12-01')
    server.change(READ, { body: { data: task({ version: 4, priority: 'high' }) } })
    fireEvent.click(await button(spec.save))
    expect(await screen.findByText(texts.changedMeanwhile)).toBeTruthy()
    server.change(EDIT, { body: { data: task({ version: 5 }), next: null } })
    fireEvent.click(await button(spec.save))
    await waitFor(() => expect(server.sent(EDIT)).toHaveLength(2))
    expect(server.sent(EDIT)[1]).toEqual({ due_date: '2026-12-01T23:59:59Z', version: 4 })
  })

  test('what else became of the task, as that one began to answer it, stands in nobody’s way', async () => {
    const { server } = openTask(task(), { [EDIT]: refusal(409, 'stale_version', 'Changed meanwhile') })
    fireEvent.click(await button(spec.edit))
    await change(spec.dueDate, '2026-12-01')
    server.change(READ, { body: { data: task({ version: 4, state: 'in_progress' }) } })
    fireEvent.click(await button(spec.save))
    await waitFor(() => expect(server.sent(EDIT)).toMatchObject([{ version: 1 }, { version: 4 }]))
  })

  test('leaving with unsaved changes asks first', async () => {
    const { address, router } = openTask(task())
    const here = address()
    fireEvent.click(await button(spec.edit))
    await change(spec.dueDate, '2026-12-01')
    router.history.push('/elsewhere')
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Discard all unsaved changes?' }))
    expect(address()).toBe(here)
    fireEvent.click(dialog.getByRole('button', { name: 'Discard changes' }))
    await waitFor(() => expect(address()).toBe('/elsewhere'))
  })

  test('Cancel gives up the changes after asking', async () => {
    const { server } = openTask(task())
    fireEvent.click(await button(spec.edit))
    await change(spec.dueDate, '2026-12-01')
    fireEvent.click(await button(spec.cancel))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Discard all unsaved changes?' }))
    fireEvent.click(dialog.getByRole('button', { name: 'Discard changes' }))
    expect(await button(spec.edit)).toBeTruthy()
    expect(server.sent(EDIT)).toHaveLength(0)
  })
})

test('a step that was skipped does not look like one that was done', async () => {
  const shown = task()
  const steps = meridian().steps.map((step, n) => (n === 0 ? { ...step, state: 'skipped' as const } : step))
  openTask(shown, { [`GET /v1/instances/${shown.workflow_instance}/`]: answer(meridian({ steps })) })
  const skipped = (await screen.findByText('Intake details')).closest('li')
  expect(skipped?.textContent).toContain(texts.railStates.skipped)
})
