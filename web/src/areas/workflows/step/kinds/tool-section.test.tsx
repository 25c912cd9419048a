import { cleanup, fireEvent } from '@testing-library/react'
import { CatalogueTool, Connection } from '@throughline/contracts/connections'
import { expect, test } from 'vitest'
import { documentOf, openStep, serveStep } from '../testing/open-step.tsx'
import { texts as kindsTexts } from './kinds.texts.ts'
import { toolOfWorkspace } from './workspace-tool.ts'

const texts = kindsTexts.tool
const id = (last: number) => `0198f3a0-0000-7000-8000-${String(last).padStart(12, '0')}`

const check = {
  name: 'call',
  title: 'Check an account',
  input_schema: {
    properties: {
      iban: { type: 'string', title: 'Account' },
      mode: { enum: ['fast', 'full'] },
      amount: { type: 'number' },
    },
    required: ['iban'],
  },
  output_schema: { properties: { valid: { type: 'boolean' }, bank: { type: 'object' } } },
  repeat: 'reads' as const,
}
const iban = CatalogueTool.parse({
  id: id(1),
  name: 'IBAN check',
  short_description: 'Checks an account number',
  description: 'At length',
  categories: [],
  category_details: [],
  api_endpoint: 'https://api.example.com/v1',
  tool_url: 'https://example.com/',
  auth_required: true,
  is_paid: false,
  version: '1.0.0',
  input_schema: check.input_schema,
  output_schema: check.output_schema,
  logo_icon: null,
  honours_key: true,
  operations: [check],
  connection_schema: {},
  sign_in: null,
  built_in: false,
  has_test: false,
})
const connection = (last: number, name: string) =>
  Connection.parse({
    id: id(last),
    tool_id: iban.id,
    tool_name: iban.name,
    user_username: 'maya',
    name,
    usable_by: 'everyone',
    connected_at: '2026-03-03T09:00:00Z',
    is_own: true,
    honours_key: false,
    health: 'working',
    active_at: null,
    last_called_at: null,
    account: null,
    off: [],
    problem: null,
    used_in: [],
    used_in_more: 0,
  })
const step = { id: 'call', type: 'tool', name: 'Check the account', tool_id: null, next: [] }

const serveTools = (connections: Connection[], tool = iban) =>
  serveStep({
    'GET /v1/tools/': { body: { data: [tool] } },
    'GET /v1/tools/integrations/': { body: { data: connections } },
  })

test('a tool of the workspace is asked for what its schema takes, and answers what it says', () => {
  expect(toolOfWorkspace({ ...iban, connections: [] })).toMatchObject({
    parameters: [
      { name: 'iban', label: 'Account', required: true, kind: 'text' },
      { name: 'mode', kind: 'choice', options: ['fast', 'full'] },
      { name: 'amount', kind: 'json' },
    ],
    output: { valid: 'boolean', bank: 'json' },
  })
})

test('the only connection of a tool is taken with it', async () => {
  serveTools([connection(5, 'Head office')])
  const { panel, pick, step: now } = await openStep(documentOf([step]), 'call')
  await pick(texts.pick, /^IBAN check/)
  expect(now()).toMatchObject({ tool_id: iban.id, tool_name: 'IBAN check', connection: id(5) })
  expect(await panel.findByText('Head office')).toBeTruthy()
})

test('of several connections one is chosen', async () => {
  serveTools([connection(5, 'Head office'), connection(6, 'Branch')])
  const { pick, step: now } = await openStep(documentOf([step]), 'call')
  await pick(texts.pick, /^IBAN check/)
  expect(now()).not.toHaveProperty('connection')
  await pick(texts.connection, /^Branch/)
  expect(now()).toMatchObject({ connection: id(6) })
})

test('of a tool that does several things one is chosen, and only then its inputs are asked for', async () => {
  const pay = { ...check, name: 'pay', title: 'Pay', input_schema: { properties: { sum: { title: 'Sum' } } } }
  serveTools([connection(5, 'Head office')], { ...iban, operations: [check, pay] })
  const { panel, pick, step: now } = await openStep(documentOf([step]), 'call')
  await pick(texts.pick, /^IBAN check/)
  expect(panel.queryByText(texts.input)).toBeNull()
  await pick(texts.operation, /^Pay/)
  expect(now()).toMatchObject({ operation: 'pay', connection: id(5) })
  expect(await panel.findByText('Sum')).toBeTruthy()
})

test('a test call of what only reads is made at once; anything else is asked about', async () => {
  const pay = { ...check, name: 'pay', title: 'Pay', repeat: 'once' as const }
  const tool = { ...iban, operations: [check, pay] }
  const named = { ...step, tool_id: iban.id, tool_name: iban.name, connection: id(5) }
  for (const { name, repeat } of tool.operations) {
    serveTools([connection(5, 'Head office')], tool)
    const { page, panel } = await openStep(documentOf([{ ...named, operation: name }]), 'call', {
      saveForTest: async () => undefined,
    })
    fireEvent.click(await panel.findByRole('button', { name: kindsTexts.test.act }))
    if (repeat === 'reads') expect(await panel.findByText(kindsTexts.test.notSaved)).toBeTruthy()
    else expect(await page.findByText(kindsTexts.test.askTool('Pay', 'IBAN check'))).toBeTruthy()
    cleanup()
  }
})
