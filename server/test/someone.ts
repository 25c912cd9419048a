import { randomBytes } from 'node:crypto'
import type { Context } from '../src/core/context.ts'
import { makePerson, type PersonSpec } from './factories.ts'

/** Names and addresses that nobody has, in this database or in the mail catcher, which outlives it. */
export const unique = (word: string) => `${word}-${randomBytes(5).toString('hex')}`

export const uniqueAddress = (word: string) => `${unique(word)}@example.test`

export async function makeSomeone(ctx: Context, spec: Partial<PersonSpec> = {}) {
  const username = spec.username ?? unique('someone')
  const email = spec.email ?? `${username}@example.test`
  const personId = await makePerson(ctx, { name: 'Some One', ...spec, username, email })
  return { personId, username, email }
}
