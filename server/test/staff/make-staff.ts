import { confirmSession } from '@throughline/contracts/account'
import { login } from '@throughline/contracts/auth'
import { type TestApi, Visitor } from '../api.ts'
import { PASSWORD } from '../factories.ts'
import { codeOf, turnOnTwoFactors } from '../second-factor.ts'
import { makeSomeone, unique } from '../someone.ts'

/** Signed in on the admin host. Nobody becomes staff by a call of the product: the first ones are made like this. */
export async function signInThere(api: TestApi, username: string) {
  const visitor = new Visitor(api.app, api.ctx.config.ADMIN_ORIGIN)
  const client = visitor.client()
  await client(login, { body: { username, password: PASSWORD } })
  client.forgetCsrf()
  return { visitor, client }
}

export async function makeInternal(api: TestApi, name = 'Test staff') {
  const someone = await makeSomeone(api.ctx, { username: unique('staff'), name })
  await api.database.admin((admin) =>
    admin.query('update people set is_internal = true where id = $1', [someone.personId]),
  )
  return { ...someone, ...(await signInThere(api, someone.username)) }
}

/** With two factors, and so let in. */
export async function makeStaff(api: TestApi, name?: string) {
  const person = await makeInternal(api, name)
  const { secret } = await turnOnTwoFactors(person.client)
  let step = 0
  /** Each code counts once, so that the second confirmation takes the next one. */
  const confirm = async () => person.client(confirmSession, { body: { code: await codeOf(secret, step++) } })
  return { ...person, secret, confirm }
}
