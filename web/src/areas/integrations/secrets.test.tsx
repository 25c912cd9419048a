import { createRootRoute, createRoute } from '@tanstack/react-router'
import { fireEvent, waitFor, within } from '@testing-library/react'
import { StoredSecret } from '@throughline/contracts/integrations'
import { builtinRole, type RoleName } from '@throughline/contracts/permissions'
import { expect, test } from 'vitest'
import { refusal, serve } from '../../shared/testing/fake-server.ts'
import { openRoutes } from '../../shared/testing/open-routes.tsx'
import { person } from '../../shared/testing/person.ts'
import { texts } from './parts/secrets.texts.ts'
import { SecretsScreen } from './secrets.screen.tsx'

const id = (last: number) => `0198f3a0-0000-7000-8000-${String(last).padStart(12, '0')}`
const LIST = 'GET /v1/integrations/secrets/'
const ADD = 'POST /v1/integrations/secrets/'
const bank = StoredSecret.parse({
  id: id(1),
  name: 'bank_key',
  hosts: ['api.bank.example'],
  set_by: { id: id(2), name: 'Maya Okafor' },
  set_at: '2026-03-03T09:00:00Z',
  last_used_at: null,
  used_in: [{ id: id(3), name: 'Pay invoices' }],
  used_in_more: 2,
})

const root = createRootRoute()
const routeTree = root.addChildren([
  createRoute({ getParentRoute: () => root, path: '/integrations/secrets', component: SecretsScreen }),
  createRoute({ getParentRoute: () => root, path: '$', component: () => 'somewhere else' }),
])

function open(role: RoleName, answers: Parameters<typeof serve>[0] = {}) {
  const permissions = [...(builtinRole(role)?.permissions ?? [])]
  const server = serve({
    'GET /v1/auth/me/': { body: person({ role, permissions }) },
    [LIST]: { body: { data: [bank] } },
    ...answers,
  })
  const toasts: string[] = []
  const page = openRoutes(routeTree, '/integrations/secrets', ({ title }) => toasts.push(title))
  return { server, page, toasts }
}

test('a secret shows where it is sent, who set it and which workflows use it', async () => {
  const { page } = open('manager')
  const row = within((await page.findByText('bank_key')).closest('tr') ?? document.body)
  expect(row.getByText('api.bank.example')).toBeTruthy()
  expect(row.getByText(/Maya Okafor, Mar 3, 2026/)).toBeTruthy()
  expect(row.getByRole('link', { name: 'Pay invoices' })).toBeTruthy()
  expect(row.getByText(texts.more(2))).toBeTruthy()
})

test('of many workflows and hosts the first are shown, and the other workflows on request', async () => {
  const used_in = [1, 2, 3, 4, 5].map((n) => ({ id: id(10 + n), name: `Flow ${n}` }))
  const hosts = ['api.bank.example', 'eu.bank.example', 'us.bank.example']
  const { page } = open('manager', { [LIST]: { body: { data: [{ ...bank, hosts, used_in, used_in_more: 0 }] } } })
  expect(await page.findByText(texts.otherHosts(2))).toBeTruthy()
  expect(page.getAllByRole('link', { name: /^Flow/ })).toHaveLength(3)
  fireEvent.click(page.getByRole('button', { name: texts.showMore(2) }))
  expect(page.getAllByRole('link', { name: /^Flow/ })).toHaveLength(5)
})

test('members see names and hosts, and change nothing; viewers see neither', async () => {
  const member = open('member')
  await member.page.findByText('bank_key')
  expect(member.page.queryByRole('button', { name: texts.add })).toBeNull()
  expect(member.page.queryByRole('button', { name: texts.actionsFor('bank_key') })).toBeNull()
  member.page.unmount()
  const viewer = open('viewer')
  expect(await viewer.page.findByText(texts.restricted)).toBeTruthy()
  expect(viewer.server.sent(LIST)).toHaveLength(0)
})

test('without secrets it says what they are for; a list that does not come can be asked for again', async () => {
  const empty = open('manager', { [LIST]: { body: { data: [] } } })
  expect(await empty.page.findByText(texts.none)).toBeTruthy()
  empty.page.unmount()
  const failed = open('manager', { [LIST]: { status: 500, body: {} } })
  expect((await failed.page.findByRole('alert')).textContent).toContain(texts.loadFailed)
})

const fillIn = async (page: ReturnType<typeof open>['page'], hosts: string) => {
  fireEvent.click(await page.findByRole('button', { name: texts.add }))
  const dialog = within(await page.findByRole('dialog', { name: texts.form.addTitle }))
  fireEvent.change(dialog.getByLabelText(texts.form.name), { target: { value: 'bank_key' } })
  fireEvent.change(dialog.getByLabelText(texts.form.value), { target: { value: 'a long value' } })
  fireEvent.change(dialog.getByLabelText(texts.form.hosts), { target: { value: hosts } })
  fireEvent.click(dialog.getByRole('button', { name: texts.form.save }))
  return dialog
}

test('a secret needs a host; then it is saved', async () => {
  const { page, server, toasts } = open('manager', { [ADD]: { status: 201, body: { data: bank } } })
  const dialog = await fillIn(page, ' ')
  expect(await dialog.findByText(texts.form.hostsWrong)).toBeTruthy()
  expect(document.activeElement).toBe(dialog.getByLabelText(texts.form.hosts))
  expect(server.sent(ADD)).toHaveLength(0)
  fireEvent.change(dialog.getByLabelText(texts.form.hosts), { target: { value: 'API.bank.example\n' } })
  fireEvent.click(dialog.getByRole('button', { name: texts.form.save }))
  await waitFor(() => expect(toasts).toEqual([texts.form.saved('bank_key')]))
  expect(server.sent(ADD)).toMatchObject([{ name: 'bank_key', value: 'a long value', hosts: ['api.bank.example'] }])
})

test('a name that is taken is said at the name, which can be typed over at once', async () => {
  const said = 'A secret with this name already exists'
  const { page, server } = open('manager', { [ADD]: refusal(409, 'name_taken', said) })
  const dialog = await fillIn(page, 'https://API.bank.example/v1/payments')
  expect(await dialog.findByText(said)).toBeTruthy()
  const name = dialog.getByLabelText(texts.form.name)
  expect(document.activeElement).toBe(name)
  expect(server.sent(ADD), 'of an address its host').toMatchObject([{ hosts: ['api.bank.example'] }])
  fireEvent.change(name, { target: { value: 'bank_key_2' } })
  expect(dialog.queryByText(said)).toBeNull()
})

test('what else the server refuses stands above the form', async () => {
  const said = 'A workspace can have up to 100 secrets'
  const { page } = open('manager', { [ADD]: refusal(409, 'too_many', said) })
  const dialog = await fillIn(page, 'api.bank.example')
  expect((await dialog.findByRole('alert')).textContent).toContain(said)
})

test('removing asks first and says what stops', async () => {
  const REMOVE = `DELETE /v1/integrations/secrets/${bank.id}/`
  const { page, server } = open('manager', { [REMOVE]: { body: { id: bank.id } } })
  fireEvent.click(await page.findByRole('button', { name: texts.actionsFor('bank_key') }))
  fireEvent.click(await page.findByRole('menuitem', { name: texts.remove }))
  const dialog = within(await page.findByRole('alertdialog', { name: texts.askRemove('bank_key') }))
  expect(dialog.getByText(texts.removing(3))).toBeTruthy()
  fireEvent.click(dialog.getByRole('button', { name: texts.removeNamed('bank_key') }))
  await waitFor(() => expect(server.sent(REMOVE)).toHaveLength(1))
})
