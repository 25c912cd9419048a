import { fireEvent, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { refusal } from '../../../shared/testing/fake-server.ts'
import { pressPageKey } from '../../../ui/page-keys.ts'
import { spec, texts } from '../instances.texts.ts'
import { instance, openInstances, page, USUAL_PAGE } from '../testing/open-instances.tsx'

const rows = [instance(146, 'Osprey Energy'), instance(145, 'Juniper Clinics'), instance(142, 'Meridian Foods Ltd')]

const open = async (answers: Parameters<typeof openInstances>[1] = {}) => {
  const view = openInstances('/all-instances', { [USUAL_PAGE]: page(rows), ...answers })
  await view.findByRole('link', { name: 'Osprey Energy' })
  const selected = () =>
    view.getAllByRole('checkbox', { name: /Select row/ }).map((box) => box instanceof HTMLInputElement && box.checked)
  return { ...view, selected }
}
const focused = () => document.activeElement?.textContent
const press = (key: string, more: object = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more })

test('J and K, or the arrows, go from row to row', async () => {
  await open()
  pressPageKey('j')
  expect(focused()).toBe('Osprey Energy')
  pressPageKey('j')
  press('ArrowDown')
  expect(focused()).toBe('Meridian Foods Ltd')
  press('ArrowUp')
  pressPageKey('k')
  expect(focused()).toBe('Osprey Energy')
})

test('X selects, with Shift everything up to here, ⌘A all, Escape nothing', async () => {
  const view = await open()
  pressPageKey('j')
  pressPageKey('x')
  expect(view.selected()).toEqual([true, false, false])
  expect(view.getByRole('toolbar', { name: texts.bulk.label })).toBeTruthy()
  pressPageKey('j')
  pressPageKey('j')
  press('X', { shiftKey: true })
  expect(view.selected()).toEqual([true, true, true])
  pressPageKey('Escape')
  await waitFor(() => expect(view.selected()).toEqual([false, false, false]))
  press('a', { ctrlKey: true })
  expect(view.selected()).toEqual([true, true, true])
})

test('Space peeks, the panel follows the focus, Escape closes it', async () => {
  const missing = refusal(404, 'not_found', 'This was not found')
  const view = await open(Object.fromEntries(rows.map(({ id }) => [`GET /v1/instances/${id}/`, missing])))
  pressPageKey('j')
  press(' ')
  await waitFor(() => expect(view.address()).toBe(`/all-instances?instanceId=${rows[0]?.id}`))
  expect((await view.findByRole('alert')).textContent).toContain(spec.oneFailed)
  pressPageKey('j')
  await waitFor(() => expect(view.address()).toBe(`/all-instances?instanceId=${rows[1]?.id}`))
  pressPageKey('Escape')
  await waitFor(() => expect(view.address()).toBe('/all-instances'))
})
