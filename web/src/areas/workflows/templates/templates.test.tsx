import { createRootRoute, createRoute } from '@tanstack/react-router'
import { fireEvent, waitFor, within } from '@testing-library/react'
import { builtinRole, type RoleName } from '@throughline/contracts/permissions'
import { Template } from '@throughline/contracts/templates'
import { templates as readyMade } from '@throughline/flow/templates'
import { expect, test } from 'vitest'
import { refusal, serve } from '../../../shared/testing/fake-server.ts'
import { openRoutes } from '../../../shared/testing/open-routes.tsx'
import { person } from '../../../shared/testing/person.ts'
import type { ToastMessage } from '../../../ui/toast.ts'
import { newWorkflow } from '../builder/testing/workflow.ts'
import { TemplatesScreen } from '../templates.screen.tsx'
import { templateSearch } from './template-search.ts'
import { spec, texts } from './templates.texts.ts'

const LIST = 'GET /v1/workflows/templates/?sort=popular'
const page = (data: Template[], next: string | null = null) => ({ body: { data, pagination: { next_cursor: next } } })

function template(id: string, more: Partial<Template> = {}): Template {
  const doc = readyMade.find((one) => one.id === 'leave-request')
  return Template.parse({
    id,
    name: id,
    description: 'Ask and decide',
    type: 'hr',
    downloads: 3,
    steps: Object.values(doc?.steps ?? {}),
    start_step: doc?.start_step,
    flow: doc?.type,
    tags: ['calendar', 'simple', 'third'],
    prefix: 'LV',
    own: false,
    ...more,
  })
}

function open(answers: Parameters<typeof serve>[0], address = '/workflow-templates', role: RoleName = 'member') {
  const permissions = [...(builtinRole(role)?.permissions ?? [])]
  const server = serve({ 'GET /v1/auth/me/': { body: person({ role, permissions }) }, ...answers })
  const root = createRootRoute()
  const routeTree = root.addChildren([
    createRoute({
      getParentRoute: () => root,
      path: '/workflow-templates',
      validateSearch: templateSearch,
      component: TemplatesScreen,
    }),
    createRoute({ getParentRoute: () => root, path: '$', component: () => 'somewhere else' }),
  ])
  const toasts: ToastMessage[] = []
  const { router, ...screen } = openRoutes(routeTree, address, (message) => toasts.push(message))
  return { ...screen, server, toasts, router, address: () => router.state.location.href }
}

test('a card says its category, two tags, its steps and how often it was used', async () => {
  const screen = open({ [LIST]: page([template('leave-request')]) })
  const card = within((await screen.findByRole('heading', { name: 'leave-request' })).closest('li') ?? document.body)
  for (const words of ['Human resources', 'calendar', 'simple', spec.uses(3)])
    expect(card.getByText(words)).toBeTruthy()
  expect(card.queryByText('third')).toBeNull()
  expect(card.getByText(spec.steps(template('x').steps.length))).toBeTruthy()
})

test('category and sort are asked of the server', async () => {
  const finance = 'GET /v1/workflows/templates/?sort=popular&category=finance'
  const named = 'GET /v1/workflows/templates/?sort=name&category=finance'
  const screen = open({ [LIST]: page([template('a')]), [finance]: page([]), [named]: page([template('b')]) })
  await screen.findByRole('heading', { name: 'a' })
  fireEvent.click(screen.getByRole('button', { name: 'Financial Approvals' }))
  expect(await screen.findByText(spec.none)).toBeTruthy()
  expect(screen.getByText(spec.noneHint)).toBeTruthy()
  expect(screen.address()).toBe('/workflow-templates?category=finance')
  fireEvent.click(screen.getByRole('button', { name: texts.showAll }))
  await screen.findByRole('heading', { name: 'a' })
  expect(screen.server.sent(finance)).toHaveLength(1)
})

test('templates that do not come say so and can be asked for again', async () => {
  const screen = open({ [LIST]: { status: 500, body: {} } })
  expect((await screen.findByRole('alert')).textContent).toContain(spec.loadFailed)
  expect(screen.getByText(spec.loadFailedHint)).toBeTruthy()
  screen.server.change(LIST, page([template('a')]))
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByRole('heading', { name: 'a' })).toBeTruthy()
})

test('using one asks for name, description and prefix, then opens the builder', async () => {
  const use = 'POST /v1/workflows/templates/a/use/'
  const screen = open({ [LIST]: page([template('a')]), [use]: refusal(409, 'conflict', 'No room') })
  fireEvent.click(await screen.findByRole('button', { name: texts.useNamed('a') }))
  const dialog = within(await screen.findByRole('dialog', { name: spec.use }))
  expect(dialog.getByLabelText<HTMLInputElement>(texts.using.name).value).toBe('New Workflow from Template')
  expect(dialog.getByLabelText<HTMLInputElement>(texts.using.prefix).value).toBe('WF')
  fireEvent.change(dialog.getByLabelText(texts.using.name), { target: { value: 'Holidays' } })
  fireEvent.click(dialog.getByRole('button', { name: texts.using.create }))
  expect((await dialog.findByRole('alert')).textContent).toContain(spec.useFailed)
  screen.server.change(use, {
    status: 201,
    body: { data: newWorkflow('0198f3a0-0000-7000-8000-000000000009', 'Holidays') },
  })
  fireEvent.click(dialog.getByRole('button', { name: texts.using.create }))
  await waitFor(() => expect(screen.address()).toBe('/workflow-builder/0198f3a0-0000-7000-8000-000000000009'))
  expect(screen.toasts[0]?.title).toBe(spec.used)
  expect(screen.server.sent(use)[1]).toEqual({
    name: 'Holidays',
    description: 'Workflow created from template',
    prefix: 'HOL',
  })
  screen.router.history.back()
  await waitFor(() => expect(screen.address()).toBe('/workflow-templates'))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a new template must be JSON; the place of the mistake is named', async () => {
  const add = 'POST /v1/workflows/templates/'
  const screen = open(
    {
      [LIST]: page([template('a')]),
      'GET /v1/workflows/?limit=20&sort=name': { body: { data: [], count: 0, pagination: { next_cursor: null } } },
      [add]: { status: 500, body: {} },
    },
    '/workflow-templates?panel=new',
  )
  const panel = within(await screen.findByRole('complementary', { name: spec.add }))
  const create = panel.getByRole('button', { name: texts.adding.create })
  fireEvent.change(panel.getByLabelText(texts.adding.json), { target: { value: '{\n  "name": oops\n}' } })
  fireEvent.click(create)
  const alert = await panel.findByRole('alert')
  expect(alert.textContent).toContain(spec.badJson)
  expect(alert.textContent).toContain('Line 2')
  fireEvent.change(panel.getByLabelText(texts.adding.json), { target: { value: '{"name":"Badge"}' } })
  fireEvent.click(create)
  expect((await panel.findByRole('alert')).textContent).toContain(spec.addFailed)
  screen.server.change(add, { status: 201, body: { data: template('own', { name: 'Badge', own: true }) } })
  fireEvent.click(create)
  await waitFor(() => expect(screen.toasts[0]?.title).toBe(texts.adding.created('Badge')))
  expect(screen.address()).toBe('/workflow-templates')
})

test('an own template can be deleted and taken back', async () => {
  const own = template('0198f3a0-0000-7000-8000-000000000007', { name: 'Badge', own: true })
  const screen = open({
    [LIST]: page([own]),
    [`DELETE /v1/workflows/templates/${own.id}/`]: { body: { id: own.id } },
    [`POST /v1/workflows/templates/${own.id}/restore/`]: { body: { data: own } },
  })
  fireEvent.click(await screen.findByRole('button', { name: texts.actionsFor('Badge') }))
  fireEvent.click(await screen.findByRole('menuitem', { name: texts.remove }))
  const ask = within(await screen.findByRole('alertdialog', { name: texts.askRemove('Badge') }))
  fireEvent.click(ask.getByRole('button', { name: texts.remove }))
  await waitFor(() => expect(screen.toasts[0]?.title).toBe(texts.removed('Badge')))
  screen.toasts[0]?.action?.onPress()
  await waitFor(() => expect(screen.toasts[1]?.title).toBe('Badge restored'))
})

test('whoever may only read can neither use nor add', async () => {
  const screen = open({ [LIST]: page([template('a')]) }, '/workflow-templates?panel=new&use=a', 'viewer')
  await screen.findByRole('heading', { name: 'a' })
  expect(screen.queryByRole('button', { name: spec.add })).toBeNull()
  expect(screen.queryByRole('button', { name: texts.useNamed('a') })).toBeNull()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.queryByRole('complementary')).toBeNull()
})
