import { expect, test } from 'vitest'
import { nameProblemsOf } from './names.ts'

const found = (source: string, file = 'server/src/areas/org/teams.ts') => nameProblemsOf(file, source)

test.each([
  ['type Asked = string', 'Asked'],
  ['interface Seer { id: string }', 'Seer'],
  ['export async function whoSees() {}', 'whoSees'],
  ['function of() { const sight = 1 }', 'sight'],
  ['class Took {}', 'Took'],
  ['export const tellInstancePages = () => {}', 'tellInstancePages'],
])('%s is refused', (source, name) => {
  expect(found(source)).toEqual([`server/src/areas/org/teams.ts:1 names ${name}: use the word of the trade`])
})

test('files are refused by their names', () => {
  for (const name of ['sight.service.ts', 'document-sight.ts', 'asked.ts', 'tell-instance.ts', 'who-sees.queries.ts'])
    expect(found('', `server/src/${name}`), name).toHaveLength(1)
})

test('words in texts, in comments, in the names of fields and within other words are let through', () => {
  expect(
    found(`/** Out of sight, Asked. */
      const text = 'Seer'
      const row = { asked: true, whoSees: 1 }
      const insight = row.whoSees
      type Tooken = string`),
  ).toEqual([])
  expect(found('', 'server/src/oversight.ts')).toEqual([])
})
