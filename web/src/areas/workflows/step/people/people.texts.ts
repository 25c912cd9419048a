import { catalogue } from '../../../../ui/catalogue.ts'

export const texts = catalogue({
  starter: 'The starter',
  starterHint: 'The person who starts the instance',
  teamHint: 'Team queue',
  roleHint: 'Role queue',
  variableHint: 'From a variable',
  byExpression: 'By expression',
  byExpressionHint: 'A person or a list of people',
  nobody: 'No one',
  find: 'Find people, teams, roles',
  expression: (label: string) => `${label}: expression`,
  team: (name: string) => `Team ${name}`,
  each: (name: string) => `Each of ${name}`,
  role: (name: string) => `Any ${name}`,
  eachRole: (name: string) => `Each ${name}`,
  from: (code: string) => `From ${code}`,
  empty: 'No one selected',
})
