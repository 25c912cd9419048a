import { createRootRoute, createRoute } from '@tanstack/react-router'
import { fireEvent, waitFor, within } from '@testing-library/react'
import { CatalogueTool } from '@throughline/contracts/connections'
import { FoundOperation, type FoundTool } from '@throughline/contracts/openapi-tools'
import { builtinRole, type RoleName } from '@throughline/contracts/permissions'
import { expect, test } from 'vitest'
import { refusal, serve } from '../../shared/testing/fake-server.ts'
import { openRoutes } from '../../shared/testing/open-routes.tsx'
import { person } from '../../shared/testing/person.ts'
import { AddOpenApiScreen } from './add-openapi.screen.tsx'
import { texts as catalogueTexts, spec } from './catalogue/catalogue.texts.ts'
import { texts } from './openapi/openapi.texts.ts'

const READ = 'POST /v1/tools/openapi/'
const ADD = 'POST /v1/tools/openapi/add/'

const operation = (name: string, differences: Partial<FoundOperation> = {}) =>
  FoundOperation.parse({
    name,
    title: name,
    method: 'GET',
    path: `/${name}`,
    tag: '',
    repeat: 'reads',
    inputs: 0,
    outputs: 0,
    problem: null,
    ...differences,
  })

const bank: FoundTool = {
  openapi: '3.1',
  title: 'Brightpay bank',
  version: '4.2.0',
  description: 'Create and look up payments. Read statements.',
  size: 219_750,
  servers: ['https://api.brightpay.example/v4', 'https://sandbox.brightpay.example/v4'],
  sign_ins: ['API key in a header', 'None'],
  document: '{"openapi":"3.1.0"}',
  operations: [
    operation('create', {
      title: 'Create a payment',
      method: 'POST',
      tag: 'Payments',
      repeat: 'keyed',
      inputs: 6,
      outputs: 3,
    }),
    operation('find', { title: 'Find payments', tag: 'Payments', inputs: 5, outputs: 'list' }),
    operation('ping', { title: 'Ping' }),
    operation('limits', { title: 'Change limits', method: 'PATCH', tag: 'Accounts', repeat: 'once', inputs: 4 }),
    operation('statement', { title: 'Read a statement', tag: 'Accounts', problem: 'It answers with a file.' }),
  ],
}
const added = CatalogueTool.parse({
  id: '0198f3a0-0000-7000-8000-000000000001',
  name: 'Brightpay bank',
  short_description: 'Create and look up payments.',
  description: '',
  categories: [],
  category_details: [],
  api_endpoint: 'https://api.brightpay.example/v4',
  tool_url: 'https://api.brightpay.example',
  auth_required: true,
  is_paid: false,
  version: '4.2.0',
  input_schema: {},
  output_schema: {},
  logo_icon: null,
  honours_key: true,
  operations: [],
  connection_schema: {},
  sign_in: null,
  built_in: false,
  has_test: false,
})

const root = createRootRoute()
const routeTree = root.addChildren([
  createRoute({ getParentRoute: () => root, path: '/integrations/new', component: AddOpenApiScreen }),
  createRoute({ getParentRoute: () => root, path: '$', component: () => 'somewhere else' }),
])

function open(answers: Parameters<typeof serve>[0] = {}, role: RoleName = 'member') {
  const permissions = [...(builtinRole(role)?.permissions ?? [])]
  const server = serve({
    'GET /v1/auth/me/': { body: person({ role, permissions }) },
    [READ]: { body: { data: bank } },
    [ADD]: { status: 201, body: { data: added } },
    ...answers,
  })
  const toasts: { title: string; description?: unknown }[] = []
  const page = openRoutes(routeTree, '/integrations/new', (message) => toasts.push(message))
  return { server, page, toasts }
}
type Page = ReturnType<typeof open>['page']

const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })
const readFrom = async (page: Page, address = 'https://api.brightpay.example/openapi.json') => {
  type(await page.findByLabelText(texts.document.address), address)
  fireEvent.click(page.getByRole('button', { name: texts.document.read }))
}
const box = (page: Page, name: string) => page.getByRole('checkbox', { name })
const isTicked = (page: Page, name: string) => box(page, name).matches(':checked')
const addButton = (page: Page) => page.getByRole('button', { name: /^Add Integration/ })

test('before a document is read there is nothing to add, and the way to one has the focus', async () => {
  const { page } = open()
  expect(await page.findByText(texts.found.none)).toBeTruthy()
  expect(addButton(page)).toHaveProperty('disabled', true)
  expect(document.activeElement).toBe(page.getByLabelText(texts.document.address))
})

test('what a document holds stands by tag, with what a repeat means; what is safe is chosen', async () => {
  const { page, server } = open()
  await readFrom(page)
  const found = within(await page.findByRole('region', { name: texts.found.title }))
  expect(server.sent(READ)).toEqual([{ address: 'https://api.brightpay.example/openapi.json' }])
  expect(found.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    'Payments',
    'Accounts',
    texts.found.untagged,
  ])
  expect(found.getByText('6 in, 3 out')).toBeTruthy()
  expect(found.getByText('5 in, list')).toBeTruthy()
  expect(found.getByText('Safe to retry')).toBeTruthy()
  expect(found.getAllByText('Read-only')).toHaveLength(3)
  expect(found.getByText('May run twice')).toBeTruthy()
  expect(['Create a payment', 'Find payments', 'Ping', 'Change limits'].map((name) => isTicked(page, name))).toEqual([
    true,
    true,
    true,
    false,
  ])
  expect(box(page, 'Read a statement')).toHaveProperty('disabled', true)
  expect(found.getByText('It answers with a file.')).toBeTruthy()
  expect(addButton(page).textContent).toBe('Add Integration with 3 tools')
  expect(page.getByText('214.6 KB, OpenAPI 3.1')).toBeTruthy()
  expect(page.getByLabelText(texts.document.address), 'what was typed stays').toHaveProperty(
    'value',
    'https://api.brightpay.example/openapi.json',
  )
})

test('the chosen operations are added under the document’s name, which can be changed', async () => {
  const { page, server, toasts } = open()
  await readFrom(page)
  fireEvent.click(await page.findByRole('checkbox', { name: 'Ping' }))
  fireEvent.click(box(page, 'Change limits'))
  type(page.getByLabelText(catalogueTexts.adding.name), 'Our bank')
  fireEvent.click(addButton(page))
  await waitFor(() => expect(toasts[0]?.title).toBe(catalogueTexts.adding.added('Brightpay bank')))
  expect(server.sent(ADD)).toEqual([
    {
      document: bank.document,
      name: 'Our bank',
      short_description: 'Create and look up payments.',
      server: 'https://api.brightpay.example/v4',
      sign_in: 0,
      operations: ['create', 'find', 'limits'],
    },
  ])
  expect(await page.findByText('somewhere else')).toBeTruthy()
})

test('while a document is read that is said; one that is refused says why beside its field', async () => {
  const waiting = open({ [READ]: 'silent' })
  await readFrom(waiting.page)
  expect(await waiting.page.findByText(texts.found.reading)).toBeTruthy()
  waiting.page.unmount()
  const { page, server } = open({ [READ]: refusal(422, 'document_refused', 'This document has no operations.') })
  await readFrom(page)
  expect(await page.findByText('This document has no operations.')).toBeTruthy()
  const address = page.getByLabelText(texts.document.address)
  expect(address.getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(address)
  server.change(READ, { status: 500, body: {} })
  fireEvent.click(page.getByRole('button', { name: texts.document.read }))
  expect((await page.findByRole('alert')).textContent).toContain(texts.document.failed)
  server.change(READ, { body: { data: bank } })
  fireEvent.click(page.getByRole('button', { name: texts.document.read }))
  expect(await page.findByRole('region', { name: texts.found.title })).toBeTruthy()
})

test('what is no address is not sent', async () => {
  const { page, server } = open()
  await readFrom(page, 'brightpay')
  expect(await page.findByText(texts.document.addressWrong)).toBeTruthy()
  expect(server.sent(READ)).toHaveLength(0)
})

test('a document can be pasted, or read from a file of up to 2 MB', async () => {
  const { page, server } = open()
  fireEvent.click(await page.findByRole('button', { name: texts.document.paste }))
  const pasted = await page.findByLabelText(texts.document.pasted)
  expect(document.activeElement).toBe(pasted)
  fireEvent.click(page.getByRole('button', { name: texts.document.read }))
  expect(await page.findByText(texts.document.pastedWrong)).toBeTruthy()
  type(pasted, 'openapi: 3.1.0')
  fireEvent.click(page.getByRole('button', { name: texts.document.read }))
  expect(await page.findByRole('region', { name: texts.found.title })).toBeTruthy()
  const input = page.getByLabelText(texts.document.fromFile, { selector: 'input' })
  fireEvent.change(input, { target: { files: [new File(['openapi: 3.0.0'], 'bank.yaml')] } })
  await waitFor(() =>
    expect(server.sent(READ)).toEqual([{ document: 'openapi: 3.1.0' }, { document: 'openapi: 3.0.0' }]),
  )
  fireEvent.change(input, { target: { files: [new File(['x'.repeat(2_097_153)], 'long.yaml')] } })
  expect(await page.findByText(texts.document.tooLarge)).toBeTruthy()
  expect(server.sent(READ)).toHaveLength(2)
})

test('operations are found by words, and all that are shown are chosen at once', async () => {
  const { page } = open()
  await readFrom(page)
  const search = await page.findByRole('searchbox', { name: texts.found.find })
  type(search, 'accounts')
  fireEvent.keyDown(search, { key: 'Enter' })
  await waitFor(() => expect(page.queryByRole('checkbox', { name: 'Ping' })).toBeNull())
  fireEvent.click(box(page, texts.found.all))
  expect(isTicked(page, 'Change limits')).toBe(true)
  expect(addButton(page).textContent).toBe('Add Integration with 4 tools')
  type(search, 'nothing')
  fireEvent.keyDown(search, { key: 'Enter' })
  expect(await page.findByText(texts.found.noMatch)).toBeTruthy()
  type(search, '')
  fireEvent.keyDown(search, { key: 'Enter' })
  await page.findByRole('checkbox', { name: 'Ping' })
  fireEvent.click(box(page, texts.found.all))
  expect(addButton(page)).toHaveProperty('disabled', true)
})

test('the operations are one stop of the Tab key; arrows go through those that can be chosen', async () => {
  const { page } = open()
  await readFrom(page)
  const first = await page.findByRole('checkbox', { name: 'Create a payment' })
  first.focus()
  const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key })
  press('ArrowDown')
  expect(document.activeElement).toBe(box(page, 'Find payments'))
  press('ArrowDown')
  press('ArrowDown')
  expect(document.activeElement, 'a statement can’t be chosen').toBe(box(page, 'Ping'))
  press('Home')
  expect(document.activeElement).toBe(first)
  press('End')
  expect(document.activeElement).toBe(box(page, 'Ping'))
  const list = within(page.getByRole('group', { name: texts.found.label }))
  expect(list.getAllByRole('checkbox').filter(({ tabIndex }) => tabIndex === 0)).toEqual([box(page, 'Ping')])
})

test('no tool has more than a hundred operations', async () => {
  const operations = Array.from({ length: 101 }, (_, index) => operation(`op${index}`))
  const { page } = open({ [READ]: { body: { data: { ...bank, operations } } } })
  await readFrom(page)
  expect(await page.findByText(texts.found.selected(100))).toBeTruthy()
  fireEvent.click(box(page, 'op100'))
  expect(page.getByText(texts.found.tooMany)).toBeTruthy()
  expect(addButton(page)).toHaveProperty('disabled', true)
})

test('without a server that can be called its address is asked for', async () => {
  const { page, server } = open({ [READ]: { body: { data: { ...bank, servers: [], description: '' } } } })
  await readFrom(page)
  expect(await page.findByText(texts.about.noServer)).toBeTruthy()
  fireEvent.click(addButton(page))
  expect(await page.findByText(catalogueTexts.adding.wrong.address)).toBeTruthy()
  expect(server.sent(ADD)).toHaveLength(0)
  type(page.getByLabelText(catalogueTexts.adding.shortDescription), 'Payments')
  type(page.getByLabelText(texts.about.server), 'https://bank.example.com/')
  fireEvent.click(addButton(page))
  await waitFor(() => expect(server.sent(ADD)).toMatchObject([{ server: 'https://bank.example.com/' }]))
})

test('a tool that the server refuses says why: at its field, or above the form', async () => {
  const { page, server } = open({ [ADD]: refusal(409, 'name_taken', 'A tool with this name already exists') })
  await readFrom(page)
  await page.findByRole('region', { name: texts.found.title })
  fireEvent.click(addButton(page))
  expect(await page.findByText('A tool with this name already exists')).toBeTruthy()
  expect(document.activeElement).toBe(page.getByLabelText(catalogueTexts.adding.name))
  server.change(ADD, { status: 500, body: {} })
  fireEvent.click(addButton(page))
  expect((await page.findByRole('alert')).textContent).toContain(spec.createFailed)
})

test('leaving asks before what was read is lost', async () => {
  const { page } = open()
  await readFrom(page)
  await page.findByRole('region', { name: texts.found.title })
  fireEvent.click(page.getByRole('button', { name: catalogueTexts.cancel }))
  const dialog = within(await page.findByRole('alertdialog', { name: 'Discard all unsaved changes?' }))
  fireEvent.click(dialog.getByRole('button', { name: 'Discard changes' }))
  expect(await page.findByText('somewhere else')).toBeTruthy()
})

test('those who may not add tools are told so', async () => {
  const { page } = open({}, 'viewer')
  expect(await page.findByText(texts.restricted)).toBeTruthy()
  expect(page.queryByRole('button', { name: texts.document.read })).toBeNull()
})
