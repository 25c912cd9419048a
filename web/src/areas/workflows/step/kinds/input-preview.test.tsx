import { act, fireEvent, waitFor } from '@testing-library/react'
import { MAX_READ_NAMES, type RecentValues } from '@throughline/contracts/recent-values'
import { expect, test } from 'vitest'
import { refusal } from '../../../../shared/testing/fake-server.ts'
import { uiTexts } from '../../../../ui/ui.texts.ts'
import { documentOf, enter, openStep, serveStep } from '../testing/open-step.tsx'
import { texts as kindsTexts } from './kinds.texts.ts'

const texts = kindsTexts.tool
const WORKFLOW = '0198f3a0-0000-7000-8000-000000000500'
const CLERK = '0198f3a0-0000-7000-8000-000000000601'
const READ = (names: string) => `GET /v1/workflows/${WORKFLOW}/recent-values/?step=call&names=${names}`

type Values = RecentValues['values']

const held = (n: number, values: Values, more: object = {}) => ({
  id: `0198f3a0-0000-7000-8000-${String(n).padStart(12, '0')}`,
  key: `INV-${n}`,
  name: `Invoice ${n}`,
  reached: true,
  values,
  too_long: [],
  instance: { priority: 'medium', starter: null, started: 0 },
  ...more,
})
const calendar = { zone: [[0, 0]], days: [1, 2, 3, 4, 5], start: 540, holidays: [] }
const answer = (...data: ReturnType<typeof held>[]) => ({
  body: { data, called: { [CLERK]: 'Cem Yilmaz' }, calendar },
})

const call = (parameters: object, more: object = {}) => ({
  id: 'call',
  type: 'tool',
  name: 'Call the bank',
  tool_id: 'http.request',
  input: { parameters: { method: 'POST', url: 'https://api.bank.example/v1', ...parameters } },
  next: [],
  ...more,
})
const open = (step: object, more: object = {}) =>
  openStep(documentOf([{ ...enter, next: ['call'] }, step], more), 'call', { workflowId: WORKFLOW })

const body = { body: '{{ vars.vendor }}' }
const lineOf = (text: string) => (_: string, element: Element | null) =>
  element?.tagName === 'P' && element.textContent === `${texts.becomes} ${text}`

test('a value shows what it becomes in the newest instance that came this far, and in another one', async () => {
  serveStep({
    [READ('vendor')]: answer(
      held(3, {}, { reached: false }),
      held(2, { vendor: 'Brightline' }),
      held(1, { vendor: CLERK }),
    ),
  })
  const { panel, pick } = await open(call(body))
  expect(await panel.findByText(lineOf('Brightline'))).toBeTruthy()
  await pick(texts.valuesFrom, 'INV-1 Invoice 1')
  expect(await panel.findByText(lineOf('Cem Yilmaz'))).toBeTruthy()
  await pick(texts.valuesFrom, 'INV-3 Invoice 3')
  expect(await panel.findByText(lineOf('vendor is not set'))).toBeTruthy()
  await pick(texts.valuesFrom, texts.sampleValues)
  expect(await panel.findByText(lineOf('Sample vendor'))).toBeTruthy()
})

test('it says in how many of the last instances a value is empty, and whether the step would stop', async () => {
  serveStep({
    [READ('vendor')]: answer(
      held(5, {}, { reached: false }),
      held(4, { vendor: 'Brightline' }),
      held(3, { vendor: '' }),
      held(2, {}),
      held(1, {}, { too_long: ['vendor'] }),
    ),
  })
  const { panel, type } = await open(call(body))
  expect(await panel.findByText(texts.missed(2, 3, true))).toBeTruthy()
  type('Body', '{{ vars.?vendor.orValue("") }}')
  expect(await panel.findByText(texts.missed(2, 3, false))).toBeTruthy()
  expect(panel.queryByText(texts.missed(2, 3, true))).toBeNull()
  type('Body', 'For {{ vars.?vendor.orValue("somebody") }}')
  expect(await panel.findByText(texts.missed(1, 3, false))).toBeTruthy()
})

test('what can’t be computed although everything is set is counted apart', async () => {
  serveStep({
    [READ('vendor')]: answer(held(3, { vendor: 'Brightline' }), held(2, { vendor: 7 }), held(1, {})),
  })
  const { panel } = await open(call({ body: '{{ vars.vendor.startsWith("B") ? "yes" : "no" }}' }))
  expect(await panel.findByText(`${texts.missed(1, 3, true)} ${texts.notComputed(1, 3)}`)).toBeTruthy()
})

test('what reads a variable beyond those that can be asked for has no preview', async () => {
  const many = Array.from({ length: MAX_READ_NAMES }, (_, n) => `v${n}`)
  const asked = ['vendor', ...many.slice(0, -1)].toSorted()
  serveStep({ [READ(asked.join('%2C'))]: answer(held(1, { vendor: 'Brightline' })) })
  const fields = many.map((name) => ({ name, type: 'text', label: name }))
  const step = call({
    url: 'https://api.bank.example/{{ vars.vendor }}',
    body: many.map((name) => `{{ vars.?${name}.orValue("") }}`).join(''),
  })
  const { panel } = await openStep(
    documentOf([{ ...enter, fields: [...enter.fields, ...fields], next: ['call'] }, step]),
    'call',
    { workflowId: WORKFLOW },
  )
  expect(await panel.findByText(lineOf('https://api.bank.example/Brightline'))).toBeTruthy()
  expect(panel.getAllByText(texts.becomes)).toHaveLength(1)
  expect(document.querySelector('.animate-pulse')).toBeNull()
})

test('another variable is asked for when it is put in; until then the others stay as they are', async () => {
  const server = serveStep({
    [READ('vendor')]: answer(held(1, { vendor: 'Brightline' })),
    [READ('amount%2Cvendor')]: answer(held(1, { vendor: 'Brightline', amount: 40 })),
  })
  const { panel, type } = await open(call(body))
  expect(await panel.findByText(lineOf('Brightline'))).toBeTruthy()
  type('Body', '{{ vars.vendor }}: {{ vars.amount }}')
  expect(await panel.findByText(lineOf('Brightline: 40'))).toBeTruthy()
  type('Body', '{{ vars.vendor }}: {{ vars.am')
  await waitFor(() => expect(panel.queryByText(lineOf('Brightline: 40'))).toBeNull())
  expect(server.sent(READ('amount%2Cvendor'))).toHaveLength(1)
})

test('without an instance, and before the workflow is saved, samples are shown', async () => {
  serveStep({ [READ('vendor')]: answer() })
  const { panel } = await open(call(body))
  expect(await panel.findByText(lineOf('Sample vendor'))).toBeTruthy()
  expect((await panel.findByRole('combobox', { name: texts.valuesFrom })).textContent).toBe(texts.sampleValues)
})

test('while values are on their way nothing is claimed', async () => {
  serveStep({ [READ('vendor')]: 'silent' })
  const { panel } = await open(call(body))
  expect(panel.queryByText(lineOf('Sample vendor'))).toBeNull()
  expect(panel.queryByRole('combobox', { name: texts.valuesFrom })).toBeNull()
})

test('where they cannot be read it says so, shows samples, and tries again when asked', async () => {
  const server = serveStep({ [READ('vendor')]: { status: 500, body: {} } })
  const { panel } = await open(call(body))
  expect(await panel.findByText(texts.valuesFailed)).toBeTruthy()
  expect(await panel.findByText(lineOf('Sample vendor'))).toBeTruthy()
  server.change(READ('vendor'), answer(held(1, { vendor: 'Brightline' })))
  fireEvent.click(panel.getByRole('button', { name: uiTexts.tryAgain }))
  expect(await panel.findByText(lineOf('Brightline'))).toBeTruthy()
  expect(panel.queryByText(texts.valuesFailed)).toBeNull()
})

test('values that were read stay, and nothing is said of samples, where reading them again fails', async () => {
  const server = serveStep({ [READ('vendor')]: answer(held(1, { vendor: 'Brightline' })) })
  const { page, panel } = await open(call(body))
  await panel.findByText(lineOf('Brightline'))
  server.change(READ('vendor'), { status: 500, body: {} })
  await act(() => page.queries.invalidateQueries({ queryKey: ['workflows'] }))
  expect(server.sent(READ('vendor'))).toHaveLength(2)
  expect(panel.queryByText(texts.valuesFailed)).toBeNull()
  expect(panel.getByText(lineOf('Brightline'))).toBeTruthy()
})

test('a refusal is said in the words of the server', async () => {
  serveStep({ [READ('vendor')]: refusal(403, 'forbidden', 'Only managers can publish workflows.') })
  const { panel } = await open(call(body))
  expect(await panel.findByText('Only managers can publish workflows.')).toBeTruthy()
})

test('a step for each item shows its first; an instance without any is not counted', async () => {
  serveStep({
    [READ('crew')]: answer(held(2, { crew: [{ name: 'Ana' }, { name: 'Ben' }] }), held(1, { crew: [] })),
  })
  const { panel, pick } = await open(
    call({ body: '{{ item.name }}' }, { each: { list: 'vars.crew', order: 'at_once', until: 'all' } }),
    { variables: { crew: { type: 'list', default: [] } } },
  )
  expect(await panel.findByText(lineOf('Ana'))).toBeTruthy()
  await pick(texts.valuesFrom, 'INV-1 Invoice 1')
  expect(await panel.findByText(lineOf(texts.noItems))).toBeTruthy()
  expect(panel.queryByText(texts.missed(1, 2, true))).toBeNull()
})

test('what is sent as it is written is not repeated', async () => {
  serveStep()
  const { panel } = await open(call({ body: 'Hello' }))
  expect(panel.queryByText(texts.becomes)).toBeNull()
  expect(panel.queryByRole('combobox', { name: texts.valuesFrom })).toBeNull()
})
