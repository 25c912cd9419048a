import { fireEvent, type Matcher, waitFor, within } from '@testing-library/react'
import { Workflow } from '@throughline/contracts/workflows'
import { expect, test } from 'vitest'
import { refusal } from '../../../shared/testing/fake-server.ts'
import { member, ORG, roles, TEAMS } from '../../org/testing/open-people.tsx'
import { publishedVersion, simpleDocument } from '../../workflows/testing/sample-workflows.ts'
import { openSubmissions, RESPONSES, responses, TRIGGERS, WORKFLOW } from '../testing/open-submissions.tsx'
import { FORM } from '../testing/sample-forms.ts'
import { spec, texts } from '../triggers.texts.ts'

const CHOICES = 'GET /v1/workflows/?status=active&sort=name&limit=20'
const START = `GET /v1/workflows/${WORKFLOW}/start/`
const ONE = `GET /v1/workflows/${WORKFLOW}/`
const VERSION = `${ONE}versions/1/`
const OF_WORKFLOW = `GET /v1/workflows/${WORKFLOW}/triggers/`
const ADD = `POST /v1/workflows/${WORKFLOW}/triggers/`
const OF_FORM = `/v1/workflows/${WORKFLOW}/triggers/${FORM}/`

const fields = [
  { name: 'legal_name', type: 'text', label: 'Legal name', required: true },
  { name: 'headcount', type: 'number', label: 'Head count' },
  { name: 'tier', type: 'select', label: 'Tier', required: true, options: [{ value: 'gold', label: 'Gold' }] },
]
const steps = { look: { id: 'look', type: 'manual', name: 'Look', fields: [], next: [] } }
const head = {
  id: WORKFLOW,
  name: 'Client Onboarding',
  description: '',
  prefix: 'ONB',
  type: 'sequential',
  status: 'active',
  created_at: '2026-11-01T09:00:00Z',
  updated_at: '2026-11-01T09:00:00Z',
  last_instance_number: 0,
  instance_count: 0,
  current_version: 1,
  owner: null,
  access: { visibility: 'everyone', teams: [], people: [] },
}
const whole = Workflow.parse({
  ...head,
  metadata: { version: '1.0', category: 'Clients' },
  start_step: 'look',
  start_fields: fields,
  steps,
  version: 1,
  changed_by: null,
  draft: null,
  refs: { people: [], teams: [], workflows: [], secrets: [] },
})
const card = {
  ...head,
  category: 'Clients',
  step_types: ['manual'],
  step_count: 1,
  draft_changes: 0,
  deleted_at: null,
}
const startForm = {
  workflow: { id: WORKFLOW, name: 'Client Onboarding', prefix: 'ONB' },
  version: 1,
  archived: false,
  next_number: 1,
  fields,
  show: {},
  can_start: true,
}
const trigger = {
  form_id: FORM,
  workflow_id: WORKFLOW,
  field_mapping: { 'txt-1': 'legal_name' },
  fixed_values: { tier: 'gold' },
  people: [],
  stand_in: null,
}
const listed = {
  ...trigger,
  workflow: { id: WORKFLOW, name: 'Client Onboarding', prefix: 'ONB', published: true, archived: false },
  started: 127,
  not_started: 1,
}
const workflows = {
  [CHOICES]: { body: { data: [card], count: 1, pagination: { next_cursor: null } } },
  [START]: { body: { data: startForm } },
  [VERSION]: { body: { data: publishedVersion(1, simpleDocument({ start_fields: fields })) } },
  [ONE]: { body: { data: whole } },
  [OF_WORKFLOW]: { body: { triggers: { form_submissions: [] }, needs_starter: false } },
}

const [ana, theo] = [member(4, 'Ana Sousa', 'member'), member(6, 'Theo Lindqvist', 'manager')]
const people = {
  [`GET ${ORG}members/?limit=20`]: { body: [theo] },
  [`GET ${ORG}roles/`]: { body: roles },
  [TEAMS]: { body: [] },
}

async function openDialog(answers: Parameters<typeof openSubmissions>[0]) {
  const view = openSubmissions({ [RESPONSES]: responses([]), ...answers }, '?panel=triggers')
  const dialog = within(await view.findByRole('dialog', { name: spec.title }))
  return { ...view, dialog }
}

async function choose(view: Awaited<ReturnType<typeof openDialog>>, box: HTMLElement, name: Matcher) {
  fireEvent.focus(box)
  fireEvent.keyDown(box, { key: 'ArrowDown' })
  const option = await view.findByRole('option', { name: name instanceof RegExp ? name : String(name) })
  fireEvent.pointerDown(option)
  fireEvent.mouseUp(option)
  fireEvent.click(option)
}

test('without one it says so; a workflow is matched by name and added with what it still needs', async () => {
  const view = await openDialog({
    ...workflows,
    [TRIGGERS]: { body: { data: [] } },
    [ADD]: { status: 201, body: { data: trigger } },
  })
  expect(await view.dialog.findByText(spec.none)).toBeTruthy()
  fireEvent.click(view.dialog.getByRole('button', { name: spec.addNew }))
  fireEvent.click(view.dialog.getByRole('button', { name: spec.add }))
  await waitFor(() => expect(view.said()).toContain(spec.chooseWorkflow))
  await choose(view, view.dialog.getByRole('combobox', { name: texts.workflow }), /Client Onboarding/)
  expect(await view.dialog.findByText(texts.by.name)).toBeTruthy()
  expect(view.dialog.getByText(texts.missing('tier', 'Client Onboarding'))).toBeTruthy()
  const add = view.dialog.getByRole<HTMLButtonElement>('button', { name: spec.add })
  expect(add.disabled).toBe(true)
  await choose(view, view.dialog.getByRole('combobox', { name: 'Value for tier' }), 'Gold')
  await waitFor(() => expect(add.disabled).toBe(false))
  fireEvent.click(add)
  await waitFor(() => expect(view.said()).toContain(spec.added))
  expect(view.server.sent(ADD)).toMatchObject([
    { form_id: FORM, field_mapping: { 'txt-1': 'legal_name' }, fixed_values: { tier: 'gold' } },
  ])
})

test('a pair that does not fit is said, and keeps the trigger from being saved', async () => {
  const view = await openDialog({ ...workflows, [TRIGGERS]: { body: { data: [listed] } } })
  expect(await view.dialog.findByText('127 started, 1 not started', { exact: false })).toBeTruthy()
  fireEvent.click(view.dialog.getByRole('button', { name: texts.editNamed('Client Onboarding') }))
  const variable = await view.dialog.findByRole('combobox', { name: texts.variable })
  fireEvent.change(variable, { target: { value: 'headcount' } })
  expect(await view.dialog.findByText(texts.problems.does_not_fit('text', 'number'))).toBeTruthy()
  expect(view.dialog.getByRole<HTMLButtonElement>('button', { name: texts.save }).disabled).toBe(true)
})

test('who stands in for the starter is asked where a workflow that it calls needs one', async () => {
  const view = await openDialog({
    ...workflows,
    [OF_WORKFLOW]: { body: { triggers: { form_submissions: [] }, needs_starter: true } },
    [TRIGGERS]: { body: { data: [listed] } },
    ...people,
  })
  fireEvent.click(await view.dialog.findByRole('button', { name: texts.editNamed('Client Onboarding') }))
  const box = await view.dialog.findByRole('combobox', { name: 'In place of the starter' })
  await waitFor(() => expect(box).toHaveProperty('value', 'Maya Okafor'))
})

test('somebody who is always the same is chosen from the members, and shown by name', async () => {
  const owner = { name: 'owner', type: 'person', label: 'Owner', required: true }
  const view = await openDialog({
    ...workflows,
    [VERSION]: { body: { data: publishedVersion(1, simpleDocument({ start_fields: [...fields, owner] })) } },
    [TRIGGERS]: {
      body: {
        data: [{ ...listed, fixed_values: { tier: 'gold', owner: ana.id }, people: [{ id: ana.id, name: ana.name }] }],
      },
    },
    [`PUT ${OF_FORM}`]: { body: { data: trigger } },
    ...people,
  })
  fireEvent.click(await view.dialog.findByRole('button', { name: texts.editNamed('Client Onboarding') }))
  const box = await view.dialog.findByRole('combobox', { name: 'Value for owner' })
  await waitFor(() => expect(box).toHaveProperty('value', ana.name))
  await choose(view, box, /Theo Lindqvist/)
  fireEvent.click(view.dialog.getByRole('button', { name: texts.save }))
  await waitFor(() => expect(view.server.sent(`PUT ${OF_FORM}`)).toMatchObject([{ fixed_values: { owner: theo.id } }]))
})

test('one that could not be deleted or added says so, in the specification’s words', async () => {
  const broken = refusal(500, 'internal', 'Something went wrong on our side.')
  const view = await openDialog({
    ...workflows,
    [TRIGGERS]: { body: { data: [listed] } },
    [`DELETE ${OF_FORM}`]: broken,
    [`PUT ${OF_FORM}`]: broken,
  })
  fireEvent.click(await view.dialog.findByRole('button', { name: texts.removeNamed('Client Onboarding') }))
  await waitFor(() => expect(view.said()).toContain(spec.deleteFailed))
  fireEvent.click(view.dialog.getByRole('button', { name: texts.editNamed('Client Onboarding') }))
  fireEvent.click(await view.dialog.findByRole('button', { name: texts.save }))
  await waitFor(() => expect(view.said()).toContain(texts.saveFailed))
})

test('what could not be loaded says so', async () => {
  const broken = refusal(500, 'internal', 'Something went wrong on our side.')
  const view = await openDialog({ ...workflows, [CHOICES]: broken, [TRIGGERS]: { body: { data: [] } } })
  fireEvent.click(await view.dialog.findByRole('button', { name: spec.addNew }))
  expect(await view.dialog.findByText(spec.workflowsFailed)).toBeTruthy()
  view.unmount()
  const other = await openDialog({ [TRIGGERS]: broken })
  expect(await other.dialog.findByText(texts.loadFailed)).toBeTruthy()
})
