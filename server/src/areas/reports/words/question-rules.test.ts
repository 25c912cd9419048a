import { expect, test } from 'vitest'
import { type KnownNames, queryByRules } from './question-rules.ts'

const names: KnownNames = {
  workflows: [{ id: 'w1', name: 'Über-Prüfung', prefix: 'UP' }],
  forms: [],
  teams: ['IT', 'Legal', 'Legal Ops', 'Räte'],
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
