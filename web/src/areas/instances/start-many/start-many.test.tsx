import { fireEvent, waitFor, within } from '@testing-library/react'
import { startInstances } from '@throughline/contracts/instances'
import { beforeAll, expect, test, vi } from 'vitest'
import { refusal } from '../../../shared/testing/fake-server.ts'
import {
  form,
  id,
  instance,
  OF_WORKFLOW,
  ofWorkflow,
  openInstances,
  START_FORM,
  WORKFLOW,
} from '../testing/open-instances.tsx'
import { texts } from './start-many.texts.ts'

beforeAll(async () => void (await import('./start-many-panel.tsx')), 60_000)

const ADDRESS = `/workflows/${WORKFLOW}/instances?panel=table`
const POST = `POST /v1/workflows/${WORKFLOW}/instances/bulk/`
const TABLE =
  'Name\tHead count\tTier\tStart date\nTarn Outdoor\t1,200\tGold tier\t2026-12-01\nOsprey\tmany\tGold tier\t\n'

const fields = [
  { name: 'heads', type: 'number', label: 'Head count', required: true },
  { name: 'tier', type: 'select', label: 'Tier', options: [{ value: 'gold', label: 'Gold tier' }] },
  { name: 'from', type: 'date', label: 'Start date' },
]

const done = (key: string, number: number) => ({
  key,
  result: 'done',
  instance: { id: id(700 + number), key: `ONB-${number}`, name: 'Row', title: 'Row', status: 'pending' },
  code: null,
  message: null,
  errors: [],
})
const refused = (key: string, message: string) => ({
  key,
  result: 'refused',
  instance: null,
  code: 'invalid_request',
  message,
  errors: [],
})

type Answers = Parameters<typeof openInstances>[1]

async function open(answers: Answers = {}, role: Parameters<typeof openInstances>[2] = 'manager') {
  const view = openInstances(
    ADDRESS,
    { [START_FORM]: form({ fields }), [OF_WORKFLOW]: ofWorkflow([]), ...answers },
    role,
  )
  const sent = () => view.server.sent(POST).map((body) => startInstances.body.parse(body))
  return { view, sent }
}

async function paste(view: Awaited<ReturnType<typeof open>>['view'], text: string) {
  fireEvent.change(await view.findByLabelText(texts.paste), { target: { value: text } })
  fireEvent.click(view.getByRole('button', { name: texts.next }))
}

test('columns are matched by name, rows that can’t start say why, and only the others are sent', async () => {
  const { view, sent } = await open({ [POST]: { body: { data: [] } } })
  await paste(view, TABLE)
  expect(view.getByRole('combobox', { name: texts.column('Head count') }).textContent).toContain('Head count')
  const bad = within(view.getByRole('region', { name: texts.problemRows }))
  expect(bad.getByText('Osprey')).toBeTruthy()
  expect(bad.getByText(/^Head count: /)).toBeTruthy()
  fireEvent.click(view.getByRole('button', { name: texts.start(1) }))
  await waitFor(() => expect(sent()).toHaveLength(1))
  expect(sent()[0]?.rows).toMatchObject([
    { name: 'Tarn Outdoor', answers: { heads: '1200', tier: 'gold', from: '2026-12-01' } },
  ])
})

test('each row has its result, and a retry sends only what failed, under the same keys', async () => {
  const { view, sent } = await open()
  await paste(view, 'Name,Head count\nTarn,1\nOsprey,2\nElm,3')
  let keys = 0
  vi.spyOn(crypto, 'randomUUID').mockImplementation(() => `0-0-0-0-${++keys}`)
  const key = (n: number) => `0-0-0-0-${n}`
  view.server.change(POST, { body: { data: [done(key(1), 147), refused(key(2), 'Busy'), done(key(3), 148)] } })
  fireEvent.click(view.getByRole('button', { name: texts.start(3) }))
  expect(await view.findByText(texts.summary(2, 3))).toBeTruthy()
  expect(view.getByRole('link', { name: 'ONB-147' }).getAttribute('href')).toBe(`/instances/${id(847)}`)
  expect(view.getByText('Busy')).toBeTruthy()
  view.server.change(POST, { body: { data: [done(key(2), 150)] } })
  fireEvent.click(await view.findByRole('button', { name: texts.retry(1) }))
  expect(await view.findByText(texts.summary(3, 3))).toBeTruthy()
  const [first, second] = sent()
  expect(second?.rows.map(({ name }) => name)).toEqual(['Osprey'])
  expect(second?.rows[0]?.key).toBe(first?.rows[1]?.key)
  expect(view.queryByRole('button', { name: /^Retry/ })).toBeNull()
})

test('what one started stands in the list at once, and waits behind no button', async () => {
  const old = instance(146, 'Osprey Energy')
  const { view } = await open({ [OF_WORKFLOW]: ofWorkflow([old]) })
  await view.findByText('Osprey Energy')
  await paste(view, 'Name,Head count\nTarn,1')
  vi.spyOn(crypto, 'randomUUID').mockImplementation(() => '0-0-0-0-1')
  const made = instance(147, 'Tarn')
  view.server.change(POST, { body: { data: [{ ...done('0-0-0-0-1', 147), instance: { ...made, title: 'Tarn' } }] } })
  view.server.change(OF_WORKFLOW, ofWorkflow([made, old]))
  fireEvent.click(view.getByRole('button', { name: texts.start(1) }))
  expect(await view.findByRole('link', { name: 'Tarn' })).toBeTruthy()
  expect(view.queryByRole('button', { name: /new instance$/ })).toBeNull()
})

test('a lost connection is said; nothing is taken for started, and all of it can be sent again', async () => {
  const { view, sent } = await open({ [POST]: refusal(503, 'busy', 'Busy') })
  await paste(view, 'Name,Head count\nTarn,1')
  fireEvent.click(view.getByRole('button', { name: texts.start(1) }))
  expect(await view.findByText(texts.lost)).toBeTruthy()
  expect(view.getByText(texts.unknown)).toBeTruthy()
  fireEvent.click(view.getByRole('button', { name: texts.retry(1) }))
  await waitFor(() => expect(sent()).toHaveLength(2))
  expect(sent()[1]).toEqual(sent()[0])
})

test('without a Name column the first cell names the instance', async () => {
  const { view, sent } = await open({ [POST]: { body: { data: [] } } })
  await paste(view, 'Supplier;Head count\nTarn;1')
  expect(view.getByText(texts.nameNote)).toBeTruthy()
  fireEvent.click(view.getByRole('button', { name: texts.start(1) }))
  await waitFor(() => expect(sent()[0]?.rows[0]?.name).toBe('Tarn'))
})

test('a file is read like what is pasted; too many rows, none, and no text are said', async () => {
  const { view } = await open()
  fireEvent.click(await view.findByRole('button', { name: texts.next }))
  expect(view.getByText(texts.noRows)).toBeTruthy()
  await paste(view, `Name\n${'Row\n'.repeat(501)}`)
  expect(view.getByText(texts.tooMany(500, 501))).toBeTruthy()
  const choose = (file: File) => fireEvent.change(view.getByLabelText(texts.drop), { target: { files: [file] } })
  choose(new File([new Uint8Array([0x50, 0xff, 0xfe])], 'rows.xlsx'))
  expect(await view.findByText(texts.unreadable)).toBeTruthy()
  choose(new File(['Name,Head count\nTarn,1'], 'rows.csv'))
  expect(await view.findByRole('button', { name: texts.start(1) })).toBeTruthy()
})

test('people who may not start instances don’t see the panel', async () => {
  const { view } = await open({}, 'viewer')
  await view.findByRole('heading', { name: 'Client Onboarding' })
  expect(view.queryByRole('complementary')).toBeNull()
})
