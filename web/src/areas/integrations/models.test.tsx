import { createRootRoute, createRoute } from '@tanstack/react-router'
import { fireEvent, waitFor } from '@testing-library/react'
import { Model } from '@throughline/contracts/models'
import { builtinRole, type RoleName } from '@throughline/contracts/permissions'
import { expect, test } from 'vitest'
import { refusal, serve } from '../../shared/testing/fake-server.ts'
import { openRoutes } from '../../shared/testing/open-routes.tsx'
import { person } from '../../shared/testing/person.ts'
import { ModelsScreen } from './models.screen.tsx'
import { texts } from './parts/models.texts.ts'

const LIST = 'GET /v1/integrations/models/'
const CHOOSE = 'PUT /v1/integrations/models/drafting/'
const CONNECT = 'POST /v1/integrations/models/'
const model = Model.parse({
  id: '0198f3a0-0000-7000-8000-000000000001',
  name: 'mistral-small',
  address: 'https://models.example.com/v1',
  host: 'models.example.com',
  connected_by: 'wei.chen',
  connected_at: '2026-11-01T09:00:00Z',
  drafts: false,
  last_called_at: '2026-11-01T09:00:00Z',
  took: 2_100,
  problem: null,
})
const TEST = `POST /v1/integrations/models/${model.id}/test/`

const root = createRootRoute()
const routeTree = root.addChildren([
  createRoute({ getParentRoute: () => root, path: '/integrations/models', component: ModelsScreen }),
  createRoute({ getParentRoute: () => root, path: '$', component: () => 'somewhere else' }),
])

function open(role: RoleName, answers: Parameters<typeof serve>[0] = {}) {
  const permissions = [...(builtinRole(role)?.permissions ?? [])]
  const server = serve({
    'GET /v1/auth/me/': { body: person({ role, permissions }) },
    [LIST]: { body: { data: [model] } },
    ...answers,
  })
  const toasts: string[] = []
  const page = openRoutes(routeTree, '/integrations/models', ({ title }) => toasts.push(title))
  return { server, page, toasts }
}

test('shows which model drafts, where it is, and how it responds', async () => {
  const { page } = open('manager')
  expect(await page.findByLabelText(texts.rules)).toHaveProperty('checked', true)
  expect(page.getByLabelText('mistral-small')).toHaveProperty('checked', false)
  expect(page.getByText(texts.by('models.example.com', 'wei.chen'))).toBeTruthy()
  expect(page.getByText(texts.responds('2.1 s'))).toBeTruthy()
})

test('a manager chooses a model, or the rules', async () => {
  const { page, server, toasts } = open('manager', { [CHOOSE]: { body: { data: [{ ...model, drafts: true }] } } })
  fireEvent.click(await page.findByLabelText('mistral-small'))
  await waitFor(() => expect(toasts).toEqual([texts.chosen('mistral-small')]))
  expect(server.sent(CHOOSE)).toEqual([{ model_id: model.id }])
})

test('members see them and change nothing', async () => {
  const { page } = open('member')
  expect(await page.findByLabelText('mistral-small')).toHaveProperty('disabled', true)
  expect(page.queryByRole('button', { name: texts.connectAnother })).toBeNull()
  expect(page.getByText(texts.readOnly)).toBeTruthy()
})

test('a model is connected with address, name and key, and tested at once', async () => {
  const failed = { ...model, problem: 'The model’s server rejected the key. Connect the model again.' }
  const { page, server, toasts } = open('manager', {
    [CONNECT]: { status: 201, body: { data: model } },
    [TEST]: { body: { data: failed } },
  })
  fireEvent.click(await page.findByRole('button', { name: texts.connectAnother }))
  const type = (label: string, value: string) => fireEvent.change(page.getByLabelText(label), { target: { value } })
  const save = page.getByRole('button', { name: texts.form.save })
  fireEvent.click(save)
  expect(await page.findByText(texts.form.addressWrong)).toBeTruthy()
  type(texts.form.address, 'https://models.example.com/v1')
  type(texts.form.name, 'mistral-small')
  type(texts.form.key, 'sk-a-long-key')
  fireEvent.click(save)
  await waitFor(() => expect(toasts).toEqual([texts.form.saved('mistral-small'), failed.problem]))
  expect(server.sent(CONNECT)).toEqual([
    { address: 'https://models.example.com/v1', name: 'mistral-small', key: 'sk-a-long-key' },
  ])
})

test('what needs attention is told, and a list that cannot be loaded too', async () => {
  const { page } = open('manager', { [LIST]: { body: { data: [{ ...model, problem: 'The model is busy.' }] } } })
  expect(await page.findByText(texts.attention)).toBeTruthy()
  expect(page.getByText(/The model is busy\./)).toBeTruthy()
  page.unmount()
  const away = open('manager', { [LIST]: refusal(503, 'unavailable', 'Not now') })
  expect(await away.page.findByText(texts.loadFailed)).toBeTruthy()
})
