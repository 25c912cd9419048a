import { expect, test } from 'vitest'
import { type KnownNames, queryByRules } from './question-rules.ts'

const names: KnownNames = {
  workflows: [{ id: 'w1', name: 'Über-Prüfung', prefix: 'UP' }],
  forms: [],
  teams: ['IT', 'Legal', 'Legal Ops', 'Räte'],
  steps: [
    { workflow_id: 'w1', step: 'review', name: 'Review' },
    { workflow_id: 'w1', step: 'check', name: 'Check the invoice' },
    { workflow_id: 'w2', step: 'look', name: 'Check the invoice' },
  ],
}
const written = (question: string) => {
  const made = queryByRules(question, {}, names)
  return typeof made === 'object' ? made.query : made
}

test.each([
  'Average hours of tasks by person',
  'How long do approvals take per member?',
  'total hours of instances by requester this year',
  'the longest tasks by assignee',
])('no query tells how long one person takes: %s', (question) => {
  expect(written(question)).toBe('hours_by_person')
})

test('hours of steps, and how many each person has, are told', () => {
  expect(written('Average hours of tasks by step')).toMatch(/avg\(hours\).*\nfrom tasks\ngroup by 1/)
  expect(written('How many tasks by person?')).toMatch(/select assigned_to as assigned_to, count\(\*\)/)
  expect(written('The longest tasks')).not.toMatch(/\*|assigned_to|completed_by/)
})

test.each([
  ['How many tasks are waiting?', undefined],
  ['How many tasks, and is it many?', undefined],
  ['How many tasks has IT?', 'IT'],
  ['How many tasks of legal are open?', 'Legal'],
  ['How many tasks of Legal Ops?', 'Legal Ops'],
  ['How many illegal tasks?', undefined],
  ['How many tasks of the räte?', 'Räte'],
  ['How many tasks of the Räten?', undefined],
])('a name is read where it stands as words of its own: %s', (question, team) => {
  expect(/team = '([^']+)'/.exec(written(question) ?? '')?.[1]).toBe(team)
})

test('a name may begin with any letter', () => {
  expect(written('How many instances of über-prüfung?')).toContain(`workflow_id = 'w1'`)
})

test.each([
  ['How many tasks of check the invoice?', `(workflow_id, step) in (('w1', 'check'), ('w2', 'look'))`],
  ['How many approvals of Check the invoice in Über-Prüfung?', `(workflow_id, step) in (('w1', 'check'))`],
  ['How many tasks are at Review?', `(workflow_id, step) in (('w1', 'review'))`],
])('a step is read by its name: %s', (question, condition) => {
  const made = queryByRules(question, {}, names)
  expect(made).toMatchObject({ query: expect.stringContaining(condition) })
  expect(typeof made === 'object' && made.readings.find(({ is_guess }) => is_guess)).toMatchObject({
    text: 'the step with this name',
  })
})

test('one word is a step’s where it is written as the step is, and other rows have no steps', () => {
  expect(written('How many tasks are in review?')).not.toContain('step')
  expect(written('How many instances of check the invoice?')).not.toContain('step')
})

test('a guess about the day comes with the query of the other one', () => {
  const made = queryByRules('How many completed tasks by month?', {}, names)
  expect(made).toMatchObject({
    query: expect.stringContaining(`date_trunc('month', completed_on::timestamp)`),
    readings: [{}, {}, {}, { quote: 'by month', text: 'the month of completed_on', is_guess: true }],
    other: {
      query: expect.stringContaining(`date_trunc('month', created_on::timestamp)`),
      readings: [{}, {}, {}, { quote: 'by month', text: 'the month of created_on', is_guess: true }],
    },
  })
  expect(queryByRules('How many responses by month?', {}, names)).toMatchObject({ other: null })
  expect(queryByRules('How many tasks by status?', {}, names)).toMatchObject({ other: null })
})
