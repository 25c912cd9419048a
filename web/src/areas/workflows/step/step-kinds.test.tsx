import { fireEvent, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { texts as expressionTexts } from '../../../shared/expressions/expressions.texts.ts'
import { card, page, publishedVersion } from '../testing/sample-workflows.ts'
import { texts as kindTexts } from './kinds/kinds.texts.ts'
import { texts } from './step.texts.ts'
import { ana, board, documentOf, enter, openStep, pay, serveStep, vendor } from './testing/open-step.tsx'

beforeEach(() => void serveStep())

test('an approval says in one sentence what its rule comes to', async () => {
  const { panel, pick, step, type } = await openStep(documentOf([enter, board, pay]), 'board')
  const says = () => panel.getByText(expressionTexts.reads).closest('p')?.textContent
  expect(says()).toContain('Two approvals pass it. Two rejections end it.')
  await pick(kindTexts.approval.rule, kindTexts.approval.rules.all)
  expect(says()).toContain('All three must approve. One rejection ends it.')
  await pick(kindTexts.approval.rule, kindTexts.approval.rules.number)
  type(kindTexts.approval.needed, '1')
  expect(step()).toMatchObject({ rule: 1 })
  fireEvent.click(panel.getByRole('radio', { name: kindTexts.approval.orders.in_order }))
  expect(says()).toContain('One approval passes it. Three rejections end it.')
  fireEvent.click(panel.getByRole('button', { name: texts.moveDown('Manager') }))
  expect(step()).toMatchObject({
    order: 'in_order',
    approvers: [{ person: ana.id }, { role: 'Owner' }, { role: 'Manager' }],
  })
})

test('a refusal leads back to the form before it, to another step or to the end', async () => {
  const { panel, pick, step } = await openStep(documentOf([enter, board, pay]), 'board')
  const name = texts.leads.goesTo(texts.leads.rejected)
  const box = await panel.findByRole('combobox', { name })
  expect(box).toHaveProperty('value', texts.route.defaultBack('1 Enter invoice'))
  await pick(name, texts.route.ends)
  expect(step()).toMatchObject({ on_reject: { end: 'rejected' } })
  await pick(name, /^3 Pay/)
  expect(step()).toMatchObject({ on_reject: { next: ['pay'] } })
  await pick(name, texts.route.defaultBack('1 Enter invoice'))
  expect(step()).not.toHaveProperty('on_reject')
})

const condition = {
  id: 'size',
  type: 'condition',
  name: 'Over 5,000?',
  branches: [{ name: 'Over', when: 'vars.amount > 5000', next: ['board'] }],
  else: ['pay'],
}

test('a branch is built from rows or written as text, both ways', async () => {
  const { panel, pick, step, type } = await openStep(documentOf([enter, condition, board, pay]), 'size')
  const when = () => {
    const at = step()
    return at?.type === 'condition' ? at.branches[0]?.when : undefined
  }
  await pick(expressionTexts.compare, 'is at least')
  expect(when()).toBe('vars.amount >= 5000')
  type(expressionTexts.value, '7500')
  expect(when()).toBe('vars.amount >= 7500')
  type(expressionTexts.value, '75oo')
  expect(when()).toBe('vars.amount >= 7500')
  fireEvent.click(panel.getByRole('button', { name: expressionTexts.asText }))
  type(expressionTexts.expression, 'vars.amount * 2 > 10 && vars.vendor.startsWith("A")')
  expect(panel.queryByRole('button', { name: expressionTexts.asRows })).toBeNull()
  type(expressionTexts.expression, 'vars.vendor == "Acme"')
  fireEvent.click(await panel.findByRole('button', { name: expressionTexts.asRows }))
  expect(panel.getByRole('combobox', { name: expressionTexts.variable }).textContent).toContain('Vendor')
})

test('what is wrong with an expression stands at it; what is surely set is listed', async () => {
  const { panel, type } = await openStep(documentOf([enter, condition, board, pay]), 'size')
  fireEvent.click(panel.getByRole('button', { name: expressionTexts.asText }))
  type(expressionTexts.expression, 'vars.amuont > 1')
  const box = panel.getByLabelText(expressionTexts.expression)
  await waitFor(() => expect(box.getAttribute('aria-invalid')).toBe('true'))
  const note = document.getElementById(box.getAttribute('aria-describedby') ?? '')
  expect(note?.textContent).toContain('amuont')
  const known = within(panel.getByRole('region', { name: kindTexts.condition.known }))
  expect(known.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['vendor string', 'amount number'])
})

test('branches change places with where they lead; else stays last', async () => {
  const two = {
    ...condition,
    branches: [...condition.branches, { name: 'Big', when: 'vars.amount > 9', next: ['pay'] }],
  }
  const { panel, step, pick } = await openStep(documentOf([enter, two, board, pay]), 'size')
  fireEvent.click(panel.getByRole('button', { name: texts.moveDown('Over') }))
  expect(step()).toMatchObject({
    branches: [
      { name: 'Big', next: ['pay'] },
      { name: 'Over', next: ['board'] },
    ],
  })
  await pick(texts.leads.goesTo(kindTexts.condition.else), texts.end)
  expect(step()).toMatchObject({ else: [] })
})

test('a wait counts days from a date that is known', async () => {
  const details = { ...enter, fields: [{ name: 'starts_on', type: 'date', label: 'First day', required: true }] }
  const wait = { id: 'wait', type: 'wait', name: 'Wait', for: '2bd' }
  const { panel, pick, step, type } = await openStep(documentOf([details, wait, pay]), 'wait')
  type(kindTexts.wait.length, '3')
  expect(step()).toMatchObject({ for: '3bd' })
  fireEvent.click(panel.getByRole('radio', { name: kindTexts.wait.until }))
  await pick(kindTexts.wait.date, 'First day')
  await pick(kindTexts.wait.direction, 'business days before')
  expect(step()).toMatchObject({ until: 'addBusinessDays(vars.starts_on, -1)' })
  expect(step()).not.toHaveProperty('for')
  expect(panel.getByText(expressionTexts.reads).closest('p')?.textContent).toContain(
    'the business day before First day',
  )
})

test('a tool is given values and variables, and what it answers is kept', async () => {
  const tool = { id: 'tell', type: 'tool', name: 'Tell', tool_id: null }
  const { panel, page, pick, step } = await openStep(documentOf([enter, tool, pay]), 'tell')
  await pick(kindTexts.tool.pick, /Send email/)
  const subject = panel.getByRole('textbox', { name: 'Subject' })
  fireEvent.change(subject, { target: { value: 'Paid: ' } })
  if (subject instanceof HTMLTextAreaElement) subject.setSelectionRange(6, 6)
  fireEvent.click(panel.getByRole('button', { name: expressionTexts.insert('Subject') }))
  fireEvent.click(await page.findByRole('menuitem', { name: /Vendor/ }))
  fireEvent.click(panel.getByRole('button', { name: kindTexts.tool.addOutput }))
  expect(step()).toMatchObject({
    tool_id: 'email.send',
    tool_name: 'Send email',
    input: { parameters: { subject: 'Paid: {{ vars.vendor }}' } },
    output: { message_id: 'string' },
  })
  await pick(texts.leads.goesTo(texts.leads.failed), /^3 Pay/)
  expect(step()).toMatchObject({ on_failure: { next: ['pay'] } })
})

test('a workflow to call is found by name and asks for its start fields', async () => {
  const purchase = card(1, 'Purchase request', { current_version: 5 })
  const { id } = purchase
  const asked = documentOf([enter], { start_fields: [{ ...vendor, name: 'what', label: 'What' }] })
  serveStep({
    'GET /v1/workflows/?status=active&sort=name&limit=20': page([purchase]),
    'GET /v1/workflows/?search=&status=active&sort=name&limit=20': page([purchase]),
    [`GET /v1/workflows/${id}/versions/5/`]: { body: { data: publishedVersion(5, asked) } },
  })
  const sub = { id: 'sub', type: 'subworkflow', name: 'Order', workflow_id: '' }
  const { panel, pick, step } = await openStep(documentOf([enter, sub, pay]), 'sub')
  await pick(kindTexts.sub.pick, /Purchase request/)
  expect(step()).toMatchObject({ workflow_id: id })
  const what = await panel.findByRole('textbox', { name: 'What' }, { timeout: 4000 })
  fireEvent.change(what, { target: { value: 'Laptop' } })
  expect(step()).toMatchObject({ input: { what: 'Laptop' } })
  fireEvent.click(panel.getByRole('radio', { name: kindTexts.sub.pin(5) }))
  expect(step()).toMatchObject({ version: 5 })
})

test('due and escalation are set, said in words and taken away again', async () => {
  const { panel, open, pick, step } = await openStep(documentOf([enter, board, pay]), 'board')
  open(texts.due.title)
  await pick(texts.due.kind, texts.due.after)
  expect(step()).toMatchObject({ due: { in: '3bd' } })
  fireEvent.click(panel.getByRole('button', { name: texts.due.addRule }))
  await pick(texts.due.counted, texts.due.whens.before)
  expect(step()).toMatchObject({ escalation: [{ from: 'due', after: '-1d', act: 'remind' }] })
  expect(panel.getByRole('button', { name: /Remind the assignee\s*1 day before due/ })).toBeTruthy()
  fireEvent.click(panel.getByRole('button', { name: texts.remove(texts.due.rule(1)) }))
  expect(step()).not.toHaveProperty('escalation')
})
