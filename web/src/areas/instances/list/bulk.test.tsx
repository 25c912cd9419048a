import { fireEvent, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { texts } from '../instances.texts.ts'
import { instance, openInstances, page, USUAL_PAGE } from '../testing/open-instances.tsx'

const BULK = 'POST /v1/instances/bulk/'
const osprey = instance(146, 'Osprey Energy')
const juniper = instance(145, 'Juniper Clinics')
const done = instance(140, 'Larkfield Group', { status: 'completed', completed_at: '2026-11-14T09:00:00Z' })
const ids = [osprey.id, juniper.id]
const said = (id: string, result = 'done', message: string | null = null) => ({ id, result, code: null, message })

const choose = async (titles: readonly string[], answers: Parameters<typeof openInstances>[1] = {}) => {
  const view = openInstances('/all-instances', { [USUAL_PAGE]: page([osprey, juniper, done]), ...answers })
  for (const title of titles) fireEvent.click(await view.findByRole('checkbox', { name: `Select row: ${title}` }))
  return { view, bar: within(await view.findByRole('toolbar', { name: texts.bulk.label })) }
}

const removeBoth = async (answer: object | 'unreachable') => {
  const both = await choose(['Osprey Energy', 'Juniper Clinics'], { [BULK]: answer })
  fireEvent.click(both.bar.getByRole('button', { name: texts.bulk.remove }))
  const dialog = within(await both.view.findByRole('alertdialog', { name: 'Delete Instance' }))
  fireEvent.click(dialog.getByRole('button', { name: texts.deleteMany(2) }))
  return both.view
}

test('all done: one toast, which undoes all of them', async () => {
  const view = await removeBoth({ body: { data: ids.map((id) => said(id)) } })
  await waitFor(() => expect(view.toasts.map(({ title }) => title)).toEqual(['2 instances moved to trash']))
  expect(view.queryByRole('toolbar')).toBeNull()
  view.toasts[0]?.action?.onPress()
  await waitFor(() =>
    expect(view.server.sent(BULK)).toEqual([
      { act: 'remove', ids },
      { act: 'restore', ids },
    ]),
  )
})

test('otherwise each says what became of it, and only what is not known is tried again', async () => {
  const view = await removeBoth({
    body: { data: [said(osprey.id, 'refused', 'Held for legal reasons'), said(juniper.id, 'unknown')] },
  })
  const dialog = within(await view.findByRole('dialog', { name: '0 of 2 instances moved to trash' }))
  expect(dialog.getByText('Held for legal reasons')).toBeTruthy()
  expect(dialog.getByText('The server didn’t respond. It’s safe to retry.')).toBeTruthy()
  view.server.change(BULK, { body: { data: [said(juniper.id)] } })
  fireEvent.click(dialog.getByRole('button', { name: 'Retry 1' }))
  expect(await view.findByRole('dialog', { name: '1 of 2 instances moved to trash' })).toBeTruthy()
  expect(view.server.sent(BULK)[1]).toEqual({ act: 'remove', ids: [juniper.id] })
})

test('an answer that is lost is asked for again with the same key', async () => {
  const view = await removeBoth('unreachable')
  const dialog = within(await view.findByRole('dialog', { name: '0 of 2 instances moved to trash' }))
  view.server.change(BULK, { body: { data: ids.map((id) => said(id)) } })
  fireEvent.click(dialog.getByRole('button', { name: 'Retry 2' }))
  await waitFor(() => expect(view.toasts.map(({ title }) => title)).toEqual(['2 instances moved to trash']))
  const keys = vi
    .mocked(fetch)
    .mock.calls.filter(([input]) => input === '/v1/instances/bulk/')
    .map(([, init]) => new Headers(init?.headers).get('idempotency-key'))
  expect(keys).toHaveLength(2)
  expect(keys[0]).toBe(keys[1])
})

test('what has ended cannot be cancelled: the act stays there and says why', async () => {
  const { view, bar } = await choose(['Larkfield Group'])
  const button = bar.getByRole('button', { name: texts.bulk.cancel })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  fireEvent.pointerEnter(button)
  expect(await view.findByText(texts.bulk.nothingToCancel)).toBeTruthy()
})

test('many are cancelled with one reason', async () => {
  const { view, bar } = await choose(['Osprey Energy', 'Juniper Clinics'], {
    [BULK]: { body: { data: ids.map((id) => said(id)) } },
  })
  fireEvent.click(bar.getByRole('button', { name: texts.bulk.cancel }))
  const dialog = within(await view.findByRole('dialog', { name: texts.cancelling.titleMany(2) }))
  fireEvent.change(dialog.getByRole('textbox'), { target: { value: 'Duplicate' } })
  fireEvent.click(dialog.getByRole('button', { name: texts.cancelling.confirmMany(2) }))
  await waitFor(() => expect(view.server.sent(BULK)).toEqual([{ act: 'cancel', ids, reason: 'Duplicate' }]))
})
