import { fireEvent, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { documentOf, enter, openStep, serveStep } from '../testing/open-step.tsx'
import { texts as kindsTexts } from './kinds.texts.ts'

const texts = kindsTexts.test
const TEST = 'POST /v1/workflows/0198f3a0-0000-7000-8000-000000000500/test-call/'
const ID = '0198f3a0-0000-7000-8000-000000000900'
const ASK = `GET /v1/workflows/test-calls/${ID}/`

const call = (method: string) => ({
  id: 'call',
  type: 'tool',
  name: 'Call the bank',
  tool_id: 'http.request',
  input: { parameters: { method, url: 'https://api.bank.example/v1' } },
  next: [],
})
const testCall = (more: object) => ({
  id: ID,
  state: 'under_way',
  sent: {},
  output: null,
  text: null,
  took: null,
  ...more,
})
const open = (method: string) =>
  openStep(documentOf([call(method)]), 'call', { saveForTest: async () => '0198f3a0-0000-7000-8000-000000000500' })

beforeEach(
  () =>
    void serveStep({
      [TEST]: { status: 202, body: { data: testCall({}) } },
      [ASK]: {
        body: { data: testCall({ state: 'failed', text: 'api.bank.example refused the connection.', took: 12 }) },
      },
    }),
)

test('a test call says in words why there is no answer', async () => {
  const { panel } = await open('GET')
  fireEvent.click(panel.getByRole('button', { name: texts.act }))
  expect(await panel.findByText('api.bank.example refused the connection.', {}, { timeout: 5_000 })).toBeTruthy()
})

test('what may change something is asked about first; the answer is shown', async () => {
  const server = serveStep({
    [TEST]: { status: 202, body: { data: testCall({ state: 'answered', output: { status: 201 }, took: 420 }) } },
  })
  const { page, panel } = await open('POST')
  fireEvent.click(panel.getByRole('button', { name: texts.act }))
  const ask = within(await page.findByRole('alertdialog', { name: texts.ask('POST', 'api.bank.example') }))
  expect(server.sent(TEST)).toEqual([])
  fireEvent.click(ask.getByRole('button', { name: texts.confirm }))
  expect(await panel.findByText(texts.answered('420 ms'))).toBeTruthy()
  expect(server.sent(TEST)).toEqual([{ step: 'call' }])
})

test('variables in a text are chips with the names that people know them by', async () => {
  const mail = {
    id: 'mail',
    type: 'tool',
    name: 'Tell them',
    tool_id: 'email.send',
    input: {
      parameters: { to: 'a@b.example', subject: 'About {{ vars.vendor }}', text: 'It’s {{ size(vars.vendor) }} long' },
    },
    next: [],
  }
  const { panel } = await openStep(documentOf([{ ...enter, next: ['mail'] }, mail]), 'mail')
  expect(panel.getByText('Vendor').closest('.chip')).toBeTruthy()
  expect(panel.getByText('size(vars.vendor)').tagName).toBe('CODE')
})

test('where the draft cannot be saved nothing is called', async () => {
  const { panel } = await openStep(documentOf([call('GET')]), 'call', { saveForTest: async () => undefined })
  fireEvent.click(panel.getByRole('button', { name: texts.act }))
  expect(await panel.findByText(texts.notSaved)).toBeTruthy()
})
