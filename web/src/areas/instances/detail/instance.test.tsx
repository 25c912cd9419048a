import { fireEvent, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { refusal } from '../../../shared/testing/fake-server.ts'
import { pressPageKey } from '../../../ui/page-keys.ts'
import {
  ADDRESS,
  answer,
  CALL,
  jonas,
  link,
  MERIDIAN,
  meridian,
  openInstance,
  step,
  task,
  waiting,
} from '../testing/open-instance.tsx'

const PATCH = `PATCH /v1/instances/${MERIDIAN}/`

test('the page says what it is, how it stands, where it is and why it waits', async () => {
  const view = openInstance(ADDRESS, { [CALL]: answer(meridian()) })
  expect(await view.findByRole('heading', { level: 1, name: 'Meridian Foods Ltd' })).toBeTruthy()
  for (const words of [
    'ONB-142 Onboarding Meridian Foods',
    'version 4',
    'started by Ana Sousa',
    'Food importer, 140 people.',
  ])
    expect(view.getByText(words)).toBeTruthy()
  expect(view.getByRole('link', { name: 'Client Onboarding' }).getAttribute('href')).toContain('/workflows/')
  expect(view.getByRole('progressbar', { name: 'Progress: 1 of 3 steps' })).toBeTruthy()
  expect(view.getByText('Nov 20, 2026', { selector: 'dl[aria-label="Key metrics"] time' })).toBeTruthy()
  const steps = within(view.getByRole('list', { name: 'Steps' })).getAllByRole('listitem')
  expect(steps.map(({ textContent }) => textContent)).toEqual([
    'Intake details, Manual, CompletedMaya Okafor · Nov 3',
    'Agree fees, Manual, In ProgressJonas Weber · since Nov 10',
    'Kickoff call, Manual, AheadManual',
  ])
  expect(view.getByRole('heading', { name: 'Why is this waiting?' })).toBeTruthy()
  expect(view.getByRole('heading', { name: 'Jonas Weber must complete this' })).toBeTruthy()
  const tabs = view.getAllByRole('tab').map(({ textContent }) => textContent)
  expect(tabs).toEqual(['Details', 'Tasks2', 'Comments4', 'Attachments5', 'Trace'])
  expect(view.getByText('Legal name')).toBeTruthy()
})

test('loading, a failure that can be tried again, and what is not for this person', async () => {
  const slow = openInstance(ADDRESS, { [CALL]: 'silent' })
  expect(await slow.findByText('Loading instance details...')).toBeTruthy()
  slow.unmount()
  const view = openInstance(ADDRESS, { [CALL]: refusal(503, 'unavailable', 'Away') })
  expect((await view.findByRole('alert')).textContent).toContain('Failed to load instance details')
  view.server.change(CALL, answer(meridian()))
  fireEvent.click(view.getByRole('button', { name: 'Retry' }))
  expect(await view.findByRole('heading', { level: 1 })).toBeTruthy()
  view.unmount()
  const foreign = openInstance(ADDRESS, { [CALL]: refusal(404, 'not_found', 'This was not found') })
  expect((await foreign.findByRole('alert')).textContent).toContain('Failed to load instance details')
  expect(foreign.queryByRole('button', { name: 'Retry' })).toBeNull()
  expect(foreign.getByRole('link', { name: 'All instances' })).toBeTruthy()
})

test('what was sent back and runs again says so, with who and when', async () => {
  const steps = [
    step(1, 'Agree fees', { state: 'done', runs: 2, people: [jonas], closed_at: '2026-11-10T12:00:00Z' }),
    step(2, 'Countersign', {
      type: 'approval',
      state: 'open',
      runs: 2,
      overdue: true,
      note: 'approvals',
      done: 1,
      of: 2,
    }),
  ]
  const back = link(2, 1, { back: true, taken: true, at: '2026-11-10T11:28:19Z', by: jonas })
  const view = openInstance(ADDRESS, {
    [CALL]: answer(meridian({ steps, links: [link(1, 2, { taken: true }), back] })),
  })
  expect(await view.findByText('Sent back Nov 10 by Jonas Weber')).toBeTruthy()
  expect(view.getByText(/Approval, Overdue, 2nd attempt/)).toBeTruthy()
  expect(view.getByText('1 of 2 approvals')).toBeTruthy()
})

test('on other tabs the steps are one line until they are asked for', async () => {
  const view = openInstance(`${ADDRESS}?tab=tasks`, { [CALL]: answer(meridian()) })
  const show = await view.findByRole('button', { name: /Show steps/ })
  expect(show.textContent).toContain('Jonas Weber must complete this')
  expect(view.queryByRole('list', { name: 'Steps' })).toBeNull()
  fireEvent.click(show)
  expect(view.getByRole('list', { name: 'Steps' })).toBeTruthy()
  fireEvent.click(view.getByRole('button', { name: 'Hide steps' }))
  expect(view.queryByRole('list', { name: 'Steps' })).toBeNull()
})

test('keys lead to the tabs and into editing', async () => {
  const view = openInstance(ADDRESS, { [CALL]: answer(meridian()) })
  await view.findByRole('heading', { level: 1 })
  pressPageKey('2')
  await waitFor(() => expect(view.address()).toBe(`${ADDRESS}?tab=tasks`))
  pressPageKey('1')
  await waitFor(() => expect(view.address()).toBe(ADDRESS))
  pressPageKey('e')
  expect(await view.findByRole('form', { name: 'Edit instance' })).toBeTruthy()
})

test('only what changed is listed and sent, the due day as its end', async () => {
  const changed = meridian({ due_date: '2026-11-24T23:59:59Z' })
  const view = openInstance(`${ADDRESS}?edit=true`, { [CALL]: answer(meridian()), [PATCH]: answer(changed) })
  fireEvent.change(await view.findByLabelText('Due Date'), { target: { value: '2026-11-24' } })
  expect(view.getByText(/1 change: Due Date\./)).toBeTruthy()
  expect(view.queryByRole('radio', { name: 'Urgent' })).toBeNull()
  view.server.change(CALL, answer(changed))
  fireEvent.click(view.getByRole('button', { name: /Save/ }))
  await waitFor(() => expect(view.toasts[0]?.title).toBe('Instance updated successfully'))
  expect(view.server.sent(PATCH)).toEqual([{ due_date: '2026-11-24T23:59:59Z', version: 7 }])
  await waitFor(() => expect(view.address()).toBe(ADDRESS))
})

test('nothing is sent when nothing changed', async () => {
  const view = openInstance(`${ADDRESS}?edit=true`, { [CALL]: answer(meridian()) })
  const title = await view.findByLabelText(/^Title/)
  fireEvent.change(title, { target: { value: 'Meridian' } })
  fireEvent.change(title, { target: { value: 'Meridian Foods Ltd' } })
  fireEvent.click(view.getByRole('button', { name: /Save/ }))
  await waitFor(() => expect(view.address()).toBe(ADDRESS))
  expect(view.server.sent(PATCH)).toEqual([])
})

test('a failure keeps what was typed; the server’s words or the specification’s', async () => {
  const view = openInstance(`${ADDRESS}?edit=true`, {
    [CALL]: answer(meridian()),
    [PATCH]: refusal(409, 'stale', 'Somebody else changed it'),
  })
  const title = await view.findByLabelText(/^Title/)
  fireEvent.change(title, { target: { value: 'Meridian Foods' } })
  fireEvent.click(view.getByRole('button', { name: /Save/ }))
  await waitFor(() => expect(view.toasts[0]?.title).toBe('Somebody else changed it'))
  view.server.change(PATCH, 'unreachable')
  fireEvent.click(view.getByRole('button', { name: /Save/ }))
  await waitFor(() => expect(view.toasts[1]?.title).toBe('Failed to update instance'))
  expect(view.getByLabelText(/^Title/)).toHaveProperty('value', 'Meridian Foods')
})

test('a draft stays while the page asks again, and says when somebody else changed the same', async () => {
  const view = openInstance(`${ADDRESS}?edit=true`, { [CALL]: answer(meridian()) })
  fireEvent.change(await view.findByLabelText(/^Title/), { target: { value: 'Mine' } })
  view.server.change(CALL, answer(meridian({ title: 'Theirs', description: 'Also theirs', version: 8 })))
  await view.queries.invalidateQueries()
  expect(await view.findByText(/Someone else changed Title while you were editing/)).toBeTruthy()
  expect(view.getByLabelText(/^Title/)).toHaveProperty('value', 'Mine')
  expect(view.getByLabelText('Description')).toHaveProperty('value', 'Also theirs')
})

test('leaving with unsaved changes asks; staying keeps them', async () => {
  const view = openInstance(`${ADDRESS}?edit=true`, { [CALL]: answer(meridian()) })
  fireEvent.change(await view.findByLabelText(/^Title/), { target: { value: 'Mine' } })
  fireEvent.click(view.getByRole('link', { name: 'Elsewhere' }))
  const dialog = await view.findByRole('alertdialog', { name: 'Discard all unsaved changes?' })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Keep editing' }))
  await waitFor(() => expect(view.queryByRole('alertdialog')).toBeNull())
  expect(view.getByLabelText(/^Title/)).toHaveProperty('value', 'Mine')
  fireEvent.click(view.getByRole('button', { name: 'Cancel' }))
  const again = await view.findByRole('alertdialog')
  fireEvent.click(within(again).getByRole('button', { name: 'Discard changes' }))
  await waitFor(() => expect(view.address()).toBe(ADDRESS))
  expect(view.getByRole('heading', { level: 1 }).textContent).toBe('Meridian Foods Ltd')
})

test('deleting asks in the specification’s words and leads to the list', async () => {
  const gone = `DELETE /v1/instances/${MERIDIAN}/`
  const view = openInstance(ADDRESS, { [CALL]: answer(meridian()), [gone]: { body: { id: MERIDIAN } } })
  fireEvent.click(await view.findByRole('button', { name: 'More actions' }))
  fireEvent.click(await view.findByRole('menuitem', { name: 'Delete Instance' }))
  const dialog = await view.findByRole('alertdialog', { name: 'Delete Instance' })
  expect(dialog.textContent).toContain('Moves to trash for 30 days.')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Delete Instance' }))
  await waitFor(() => expect(view.address()).toBe('/all-instances'))
})

test('narrowing shows who sees it now and asks who stays', async () => {
  const narrow = `PUT /v1/instances/${MERIDIAN}/narrowed/`
  const participant = (last: number, name: string, fixed: boolean) => ({
    id: `0198f3a0-0000-7000-8000-00000000000${last}`,
    name,
    photo: null,
    username: null,
    fixed,
  })
  const [kofi, maya, theo] = [
    participant(1, 'Kofi Mensah', true),
    participant(2, 'Maya Okafor', false),
    participant(3, 'Theo Brandt', false),
  ]
  const view = openInstance(ADDRESS, {
    [CALL]: answer(meridian()),
    [`GET /v1/instances/${MERIDIAN}/participants/`]: { body: { data: [kofi, maya, theo], audience: null } },
    [narrow]: answer(meridian({ narrowed: true })),
  })
  fireEvent.click(await view.findByRole('button', { name: 'More actions' }))
  fireEvent.click(await view.findByRole('menuitem', { name: 'Narrow to participants…' }))
  const dialog = within(await view.findByRole('dialog'))
  expect(await dialog.findByText(/Everyone who can see the workflow/)).toBeTruthy()
  expect((await dialog.findByRole('checkbox', { name: /Kofi Mensah/ })).hasAttribute('disabled')).toBe(true)
  fireEvent.click(dialog.getByRole('checkbox', { name: /Theo Brandt/ }))
  expect(view.server.sent(narrow)).toEqual([])
  fireEvent.click(dialog.getByRole('button', { name: 'Narrow to 2 people' }))
  await waitFor(() => expect(view.server.sent(narrow)).toEqual([{ narrowed: true, stay: [kofi.id, maya.id] }]))
  expect(await view.findByText('Participants only')).toBeTruthy()
})

test('who sees it now is not said before it is known', async () => {
  const view = openInstance(ADDRESS, {
    [CALL]: answer(meridian()),
    [`GET /v1/instances/${MERIDIAN}/participants/`]: { status: 500, body: {} },
  })
  fireEvent.click(await view.findByRole('button', { name: 'More actions' }))
  fireEvent.click(await view.findByRole('menuitem', { name: 'Narrow to participants…' }))
  const dialog = within(await view.findByRole('dialog'))
  expect((await dialog.findByRole('alert')).textContent).toContain('The participants couldn’t be loaded.')
  expect(dialog.queryByText(/can see this instance now/)).toBeNull()
  await waitFor(() =>
    expect(document.activeElement, 'not on Close').toBe(dialog.getByRole('button', { name: 'Cancel' })),
  )
})

test('cancelling needs a reason', async () => {
  const cancel = `POST /v1/instances/${MERIDIAN}/cancel/`
  const view = openInstance(ADDRESS, {
    [CALL]: answer(meridian()),
    [cancel]: answer(meridian({ status: 'cancelled', cancel_reason: 'Client left' })),
  })
  fireEvent.click(await view.findByRole('button', { name: 'More actions' }))
  fireEvent.click(await view.findByRole('menuitem', { name: 'Cancel instance…' }))
  const dialog = within(await view.findByRole('dialog'))
  fireEvent.click(dialog.getByRole('button', { name: 'Cancel instance' }))
  expect(view.server.sent(cancel)).toEqual([])
  fireEvent.change(dialog.getByLabelText('Reason'), { target: { value: 'Client left' } })
  view.server.change(CALL, answer(meridian({ status: 'cancelled', cancel_reason: 'Client left', waiting: [] })))
  fireEvent.click(dialog.getByRole('button', { name: 'Cancel instance' }))
  await waitFor(() => expect(view.server.sent(cancel)).toEqual([{ reason: 'Client left' }]))
  expect(await view.findByText('Reason: Client left')).toBeTruthy()
})

test('whoever may only look finds nothing to press', async () => {
  const can = { edit: false, cancel: false, remove: false, narrow: false, override: false }
  const view = openInstance(ADDRESS, { [CALL]: answer(meridian({ can, waiting: [waiting({ act: null })] })) }, 'viewer')
  await view.findByRole('heading', { level: 1 })
  for (const name of ['More actions', /^Edit/, /Remind/]) expect(view.queryByRole('button', { name })).toBeNull()
})

test('a step without a task is overridden with a reason; one with a task opens it', async () => {
  const steps = [
    step(1, 'Intake'),
    step(2, 'Agree fees', { state: 'open' }),
    step(9, 'Wait for reply', { type: 'wait', state: 'open' }),
  ]
  const call = `POST /v1/instances/${MERIDIAN}/steps/s9/override/`
  const view = openInstance(ADDRESS, { [CALL]: answer(meridian({ steps, links: [] })), [call]: answer(meridian()) })
  fireEvent.click(await view.findByRole('button', { name: 'More actions' }))
  fireEvent.click(await view.findByRole('menuitem', { name: 'Override a step…' }))
  const dialog = within(await view.findByRole('dialog', { name: 'Override a step' }))
  fireEvent.click(dialog.getByRole('button', { name: 'Override step' }))
  expect(await dialog.findByText('Enter a reason.')).toBeTruthy()
  fireEvent.change(dialog.getByLabelText('Reason'), { target: { value: 'They called' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Override step' }))
  await waitFor(() => expect(view.server.sent(call)).toEqual([{ reason: 'They called' }]))
})

test('tasks in a table; pressing one puts it into the address', async () => {
  const view = openInstance(`${ADDRESS}?tab=tasks`, { [CALL]: answer(meridian()) })
  const table = await view.findByRole('table', { name: 'Tasks of this instance' })
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent),
  ).toEqual(['', 'Date', 'Name', 'Type', 'Assignee', 'Status'])
  expect(within(table).getAllByRole('row')[1]?.textContent).toContain('Intake details')
  fireEvent.click(within(table).getByRole('checkbox', { name: 'Select row: Agree fees' }))
  expect(await view.findByText('1 selected')).toBeTruthy()
  pressPageKey('Escape')
  await waitFor(() => expect(view.queryByText('1 selected')).toBeNull())
  fireEvent.click(within(table).getByRole('button', { name: 'Agree fees' }))
  await waitFor(() => expect(view.address()).toContain(`taskId=${task(2, '').id}`))
})

test('no tasks', async () => {
  const view = openInstance(`${ADDRESS}?tab=tasks`, { [CALL]: answer(meridian({ tasks: [], tasks_total: 0 })) })
  expect(await view.findByText('No tasks found for this instance')).toBeTruthy()
})

test('an instance that no person started says what did', async () => {
  const byForm = meridian({ started_by: null, source: 'form', source_name: 'Supplier request' })
  const view = openInstance(ADDRESS, { [CALL]: answer(byForm) })
  expect(await view.findByText('started by the form “Supplier request”')).toBeTruthy()
  expect(within(view.getByLabelText('Key metrics')).getByText('A form: Supplier request')).toBeTruthy()
})
