import { expect, test } from 'vitest'
import { sizeProblemsOf } from './sizes.ts'

const FOLDER = 'server/src/areas/org'
const linesOf = (count: number, line = '//') => `${line}\n`.repeat(count)
const functionOf = (lines: number) => `() => {\n${linesOf(lines - 2, 'work()')}}`
const found = (files: Record<string, string>) =>
  sizeProblemsOf(new Map(Object.entries(files).map(([name, source]) => [`${FOLDER}/${name}`, source])))

test('a file has at most 400 lines', () => {
  expect(found({ 'teams.ts': linesOf(400) })).toEqual([])
  expect(found({ 'teams.ts': linesOf(401) })).toEqual([`${FOLDER}/teams.ts has 401 lines: at most 400`])
})

test.each([
  ['a constant', `const add = ${functionOf(81)}`, 'add'],
  ['a declaration', `function add() {\n${linesOf(79, 'work()')}}`, 'add'],
  ['a method', `class Teams { add() {\n${linesOf(79, 'work()')}} }`, 'add'],
  ['a field of an object', `const teams = { add: ${functionOf(81)} }`, 'add'],
  ['an argument', `each(teams, ${functionOf(81)})`, 'an unnamed function'],
])('a function has at most 80 lines: %s', (_, source, name) => {
  expect(found({ 'teams.ts': source })).toEqual([`${FOLDER}/teams.ts:1 ${name} has 81 lines: at most 80`])
})

test('a function of 80 lines is let through', () => {
  expect(found({ 'teams.ts': `const add = ${functionOf(80)}` })).toEqual([])
})

test.each([
  `test('a name', ${functionOf(200)})`,
  `test.each([1, 2])('a name', ${functionOf(200)})`,
  `test.describe('a name', ${functionOf(200)})`,
  `beforeAll(${functionOf(200)})`,
])('the body of a test may be longer', (source) => {
  expect(found({ 'teams.test.ts': source })).toEqual([])
  expect(found({ 'teams.spec.ts': source })).toEqual([])
  expect(found({ 'teams.ts': source })).toHaveLength(1)
})

test('what helps a test may not be longer', () => {
  expect(found({ 'teams.test.ts': `const makeTeam = ${functionOf(81)}` })).toHaveLength(1)
  expect(found({ 'teams.test.ts': `test('a name', () => {\n  const makeTeam = ${functionOf(81)}\n})` })).toHaveLength(1)
})

const small = linesOf(44)

test('a small file that only one of its folder imports belongs in there', () => {
  const problem = `${FOLDER}/team.ts has 44 lines, and only ${FOLDER}/teams.ts imports it: it belongs in there`
  expect(found({ 'team.ts': small, 'teams.ts': `import { team } from './team.ts'` })).toEqual([problem])
  expect(found({ 'team.ts': small, 'teams.ts': `export type { Team } from './team.ts'` })).toEqual([problem])
  expect(found({ 'team.ts': linesOf(45), 'teams.ts': `import { team } from './team.ts'` })).toEqual([])
})

test.each([
  ['nobody imports it', { 'teams.ts': '' }],
  ['another folder imports it', { 'lists/teams.ts': `import { team } from '../team.ts'` }],
  ['two import it', { 'teams.ts': `import { team } from './team.ts'`, 'a.ts': `import { team } from './team.ts'` }],
  [
    'it has a test',
    { 'teams.ts': `import { team } from './team.ts'`, 'team.test.ts': `import { team } from './team.ts'` },
  ],
  ['only a test imports it', { 'teams.test.ts': `import { team } from './team.ts'` }],
  [
    'it is loaded when needed',
    { 'teams.ts': `import type { T } from './team.ts'\nconst load = () => import('./team.ts')` },
  ],
])('a small file is let through where %s', (_, others) => {
  expect(found({ 'team.ts': small, ...others })).toEqual([])
})

test.each(['team.policy.ts', 'team.queries.ts', 'team.service.ts', 'team.texts.ts', 'team.screen.tsx'])(
  'a small file is let through where its name says the layer: %s',
  (name) => {
    expect(found({ [name]: small, 'teams.ts': `import { team } from './${name}'` })).toEqual([])
  },
)

test('a small component is let through, but not what helps one', () => {
  const importing = { 'teams.tsx': `import { TeamRow } from './team-row.tsx'` }
  expect(found({ 'team-row.tsx': 'export function TeamRow() {}\n', ...importing })).toEqual([])
  expect(found({ 'team-row.tsx': 'export const TeamRow = memo(() => null)\n', ...importing })).toEqual([])
  expect(found({ 'team-row.tsx': 'export const useTeam = () => null\n', ...importing })).toHaveLength(1)
  expect(found({ 'team-row.tsx': 'export const TEAM = 1\nfunction TeamRow() {}\n', ...importing })).toHaveLength(1)
})

test('an import by the name of a package counts', () => {
  const sources = new Map([
    ['contracts/src/lists.ts', small],
    ['contracts/src/templates.ts', `import { LISTS } from './lists.ts'`],
  ])
  expect(sizeProblemsOf(sources)).toHaveLength(1)
  sources.set('web/src/app/a.ts', `import { LISTS } from '@throughline/contracts/lists'`)
  expect(sizeProblemsOf(sources)).toEqual([])
})
