import { fireEvent, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { refusal } from '../../../shared/testing/fake-server.ts'
import { pressPageKey } from '../../../ui/page-keys.ts'
import { spec, texts } from '../instances.texts.ts'
import { answer, wholeOf } from '../testing/open-instance.tsx'
import { instance, openInstances, page, USUAL_PAGE } from '../testing/open-instances.tsx'

const osprey = instance(146, 'Osprey Energy', { status: 'pending', steps_done: 0 })
const meridian = instance(142, 'Meridian Foods Ltd')
const larkfield = instance(140, 'Larkfield Group', {
  status: 'completed',
  steps_done: 7,
  completed_at: '2026-11-14T09:00:00Z',
})
const three = { [USUAL_PAGE]: page([osprey, meridian, larkfield]) }
const at = ({ id }: { id: string }, rest = '') => `/v1/instances/${id}/${rest}`

type View = ReturnType<typeof openInstances>
const rowOf = (view: View, title: string) => {
  const row = view.getByRole('link', { name: title }).closest<HTMLElement>('[data-row]')
  if (!row) throw new Error(`${title} is not in the list`)
  return row
}
const openMenu = async (view: View, title: string) => {
  fireEvent.click(await view.findByRole('button', { name: texts.moreFor(title) }))
  return (label: string) => view.findByRole('menuitem', { name: label })
}

test('a row says what it is, how far it is and what it waits for, and leads to its details', async () => {
  const view = openInstances('/all-instances', three)
  expect((await view.findByRole('link', { name: 'Osprey Energy' })).getAttribute('href')).toBe(
    `/instances/${osprey.id}`,
  )
  const first = within(rowOf(view, 'Osprey Energy'))
  for (const text of ['ONB-146', 'Client Onboarding', 'Pending', '0/7', texts.starting, 'Nov 20'])
    expect(first.getByText(text)).toBeTruthy()
  expect(first.getByText('Ana Sousa')).toBeTruthy()
  expect(first.getByRole('link', { name: texts.viewDetailsOf('Osprey Energy') }).getAttribute('href')).toBe(
    `/instances/${osprey.id}`,
  )
  const last = within(rowOf(view, 'Larkfield Group'))
  for (const text of ['Completed', '7/7', 'Done in 11 days']) expect(last.getByText(text)).toBeTruthy()
})

test('filters and sort are the server’s work and stand in the address', async () => {
  const withoutFailed = 'GET /v1/workflows/instances/?status=pending%2Cin_progress%2Ccompleted&sort=newest&limit=50'
  const view = openInstances('/all-instances', {
    ...three,
    [withoutFailed]: page([osprey]),
    [withoutFailed.replace('sort=newest', 'sort=name_desc')]: page([meridian]),
  })
  fireEvent.click(await view.findByRole('checkbox', { name: 'Failed' }))
  await waitFor(() => expect(view.queryByRole('link', { name: 'Larkfield Group' })).toBeNull())
  expect(view.address()).toBe('/all-instances?status=pending%2Cin_progress%2Ccompleted')
  fireEvent.click(view.getByRole('combobox', { name: texts.sort }))
  const option = await view.findByRole('option', { name: 'Name Z-A' })
  fireEvent.pointerDown(option)
  fireEvent.mouseUp(option)
  fireEvent.click(option)
  expect(await view.findByRole('link', { name: 'Meridian Foods Ltd' })).toBeTruthy()
  fireEvent.click(view.getByRole('button', { name: texts.reset }))
  expect(await view.findByRole('link', { name: 'Larkfield Group' })).toBeTruthy()
  expect(view.address()).toBe('/all-instances')
})

test('with no status chosen nothing is asked for, and it says why nothing is there', async () => {
  const view = openInstances('/all-instances?status=none', three)
  expect(await view.findByText('No instances found')).toBeTruthy()
  expect(view.getByText(texts.empty.noStatus)).toBeTruthy()
  expect(view.server.sent(USUAL_PAGE)).toHaveLength(0)
})

test('in-progress instances are the same list, narrowed', async () => {
  const view = openInstances('/in-progress-instances', {
    'GET /v1/workflows/instances/?status=in_progress&sort=newest&limit=50': page([meridian]),
  })
  expect(await view.findByRole('link', { name: 'Meridian Foods Ltd' })).toBeTruthy()
  expect(view.getByRole('heading', { level: 1, name: texts.inProgress })).toBeTruthy()
})

test('filters hide and show, and both that and the view are remembered', async () => {
  const view = openInstances('/all-instances', three)
  fireEvent.click(await view.findByRole('button', { name: 'Hide Filters' }))
  expect(view.queryByLabelText(texts.filter)).toBeNull()
  fireEvent.click(view.getByRole('radio', { name: 'Grid' }))
  expect(await view.findByRole('heading', { level: 2, name: 'Osprey Energy' })).toBeTruthy()
  view.unmount()
  const again = openInstances('/all-instances', three)
  expect(await again.findByRole('heading', { level: 2, name: 'Osprey Energy' })).toBeTruthy()
  fireEvent.click(again.getByRole('button', { name: 'Show Filters' }))
  expect(again.getByLabelText(texts.filter)).toBeTruthy()
  localStorage.clear()
})

test('a list that does not come says so and can be asked for again', async () => {
  const view = openInstances('/all-instances', { [USUAL_PAGE]: { status: 500, body: {} } })
  expect((await view.findByRole('alert')).textContent).toContain('Failed to load instances')
  view.server.change(USUAL_PAGE, page([osprey]))
  fireEvent.click(view.getByRole('button', { name: 'Try Again' }))
  expect(await view.findByRole('link', { name: 'Osprey Energy' })).toBeTruthy()
})

test('a list that is refused says why', async () => {
  const view = openInstances('/all-instances', {
    [USUAL_PAGE]: refusal(403, 'forbidden', 'Your role may not see work'),
  })
  expect((await view.findByRole('alert')).textContent).toContain('Your role may not see work')
})

test('nothing yet: a way to start one', async () => {
  const view = openInstances('/all-instances', { [USUAL_PAGE]: page([]) })
  expect(await view.findByText('No instances found')).toBeTruthy()
  expect(view.getByText('Start one from a workflow')).toBeTruthy()
  fireEvent.click(view.getByRole('button', { name: 'Add Instance' }))
  await waitFor(() => expect(view.address()).toBe('/all-instances?panel=add'))
})

test('another one is started from where the list is', async () => {
  const view = openInstances('/all-instances', three)
  fireEvent.click(await view.findByRole('button', { name: /^Add Instance/ }))
  await waitFor(() => expect(view.address()).toBe('/all-instances?panel=add'))
})

test('what comes while one reads waits in a pill; a press brings it to the top', async () => {
  const view = openInstances('/all-instances', three)
  await view.findByRole('link', { name: 'Osprey Energy' })
  const titles = () => view.getAllByRole('row').flatMap((row) => row.querySelector('[data-main]')?.textContent ?? [])
  const before = titles()
  const later = { ...meridian, steps_done: 4 }
  view.server.change(
    USUAL_PAGE,
    page([instance(148, 'Tarn Outdoor'), instance(147, 'Fennel & Co'), osprey, later, larkfield]),
  )
  pressPageKey('r')
  const pill = await view.findByRole('button', { name: 'Show 2 new instances' })
  expect(titles()).toEqual(before)
  expect(within(rowOf(view, 'Meridian Foods Ltd')).getByText('4/7')).toBeTruthy()
  fireEvent.click(pill)
  await waitFor(() => expect(titles()).toEqual(['Tarn Outdoor', 'Fennel & Co', ...before]))
  expect(view.queryByRole('button', { name: /new instance/ })).toBeNull()
})

test('a refresh that fails keeps what is there and says so', async () => {
  const view = openInstances('/all-instances', three)
  await view.findByRole('link', { name: 'Osprey Energy' })
  view.server.change(USUAL_PAGE, 'unreachable')
  fireEvent.click(view.getByRole('button', { name: texts.refresh }))
  expect(await view.findByText(texts.updated.failed(texts.updated.now))).toBeTruthy()
  expect(view.getByRole('link', { name: 'Osprey Energy' })).toBeTruthy()
})

const askToDelete = async (answer: object, address = '/all-instances') => {
  const view = openInstances(address, { ...three, [`DELETE ${at(osprey)}`]: answer })
  fireEvent.click(await (await openMenu(view, 'Osprey Energy'))('Delete Instance'))
  const dialog = await view.findByRole('alertdialog', { name: 'Delete Instance' })
  expect(dialog.textContent).toContain('Moves to trash for 30 days.')
  expect(dialog.textContent).toContain(texts.trashingOpen)
  fireEvent.click(within(dialog).getByRole('button', { name: 'Delete Instance' }))
  await waitFor(() => expect(view.toasts).toHaveLength(1))
  return view
}

test('deleting asks, says that work is called off, and can be undone', async () => {
  const view = await askToDelete({ body: { id: osprey.id } })
  expect(view.toasts[0]?.title).toBe('ONB-146 moved to trash')
  view.server.change(`POST ${at(osprey, 'restore/')}`, answer(wholeOf(osprey)))
  view.toasts[0]?.action?.onPress()
  await waitFor(() => expect(view.toasts[1]?.title).toBe('ONB-146 restored'))
})

test('a deletion that fails says so in the specification’s words', async () => {
  const view = await askToDelete({ status: 500, body: {} })
  expect(view.toasts[0]?.title).toBe('Failed to delete instance. Please try again.')
})

test('the selected instance leaves the address when it is deleted', async () => {
  const view = await askToDelete({ body: { id: osprey.id } }, `/all-instances?instanceId=${osprey.id}`)
  await waitFor(() => expect(view.address()).toBe('/all-instances'))
})

test('cancelling needs a reason', async () => {
  const call = `POST ${at(meridian, 'cancel/')}`
  const view = openInstances('/all-instances', { ...three, [call]: answer(wholeOf(meridian)) })
  fireEvent.click(await (await openMenu(view, 'Meridian Foods Ltd'))(texts.cancelAct))
  const dialog = within(await view.findByRole('dialog', { name: texts.cancelling.title }))
  fireEvent.click(dialog.getByRole('button', { name: texts.cancelling.confirm }))
  expect(dialog.getByText(texts.cancelling.reasonNeeded)).toBeTruthy()
  fireEvent.change(dialog.getByRole('textbox', { name: texts.cancelling.reason }), { target: { value: ' Withdrawn ' } })
  fireEvent.click(dialog.getByRole('button', { name: texts.cancelling.confirm }))
  await waitFor(() => expect(view.toasts[0]?.title).toBe(texts.wasCancelled('ONB-142')))
  expect(view.server.sent(call)).toEqual([{ reason: 'Withdrawn' }])
})

test('from the trash it comes back, or goes for ever after a warning', async () => {
  const gone = instance(99, 'Old Intake', { status: 'cancelled', deleted_at: new Date().toISOString() })
  const trash =
    'GET /v1/workflows/instances/?status=pending%2Cin_progress%2Ccompleted%2Cfailed%2Ccancelled&sort=newest&trash=true&limit=50'
  const view = openInstances('/all-instances?trash=true', {
    [trash]: page([gone]),
    [`POST ${at(gone, 'restore/')}`]: answer(wholeOf(gone)),
    [`DELETE ${at(gone, 'forever/')}`]: { body: { id: gone.id } },
  })
  fireEvent.click(await (await openMenu(view, 'Old Intake'))('Restore'))
  await waitFor(() => expect(view.toasts[0]?.title).toBe('ONB-99 restored'))
  expect(view.queryByRole('link', { name: 'Old Intake' })).toBeNull()
  fireEvent.click(await (await openMenu(view, 'Old Intake'))('Delete forever'))
  const dialog = await view.findByRole('alertdialog', { name: 'Delete Instance' })
  expect(dialog.textContent).toContain('You can’t undo this.')
  fireEvent.click(within(dialog).getByRole('button', { name: texts.foreverNamed }))
  await waitFor(() => expect(view.toasts[1]?.title).toBe('ONB-99 was permanently deleted'))
})

test('whoever may only read selects, starts and deletes nothing', async () => {
  const view = openInstances('/all-instances?panel=add', three, 'viewer')
  const item = await openMenu(view, 'Osprey Energy')
  expect(await item(texts.viewDetails)).toBeTruthy()
  for (const name of [spec.delete, texts.cancelAct]) expect(view.queryByRole('menuitem', { name })).toBeNull()
  expect(view.queryByRole('checkbox', { name: /Select row/ })).toBeNull()
  expect(view.queryByRole('button', { name: /^Add Instance/ })).toBeNull()
  expect(view.queryByRole('complementary')).toBeNull()
})
