import type { MemberId } from '@throughline/contracts/ids'
import { findLogin, openSession, revokeSession } from '../src/areas/auth/auth.queries.ts'
import type { Context } from '../src/core/context.ts'
import { inIdentity } from '../src/core/db/in-identity.ts'
import { findSession, newToken } from '../src/core/http/session.ts'
import type { Viewer } from '../src/core/http/viewer.ts'

const HOST = 'seed.invalid'

/** People of the story at work, each in one session that ends with the telling. */
export class Cast {
  readonly #ctx: Context
  readonly #viewers = new Map<string, Promise<Viewer>>()
  constructor(ctx: Context) {
    this.#ctx = ctx
  }

  viewer(username: string): Promise<Viewer> {
    const known = this.#viewers.get(username)
    if (known) return known
    const coming = this.#come(username)
    this.#viewers.set(username, coming)
    return coming
  }

  async member(username: string): Promise<MemberId> {
    return (await this.viewer(username)).memberId
  }

  async #come(username: string): Promise<Viewer> {
    const { token, hash } = newToken()
    const person = await inIdentity(this.#ctx, undefined, ({ db }) => findLogin(db, username))
    if (!person) throw new Error(`${username} is not in the story`)
    const session = { hash, host: HOST, personId: person.person_id, origin: undefined }
    await inIdentity(this.#ctx, undefined, ({ db }) => openSession(db, session))
    const viewer = await findSession(this.#ctx, token, HOST)
    if (!viewer) throw new Error(`${username} cannot work`)
    return viewer
  }

  async goHome() {
    for (const coming of this.#viewers.values()) {
      const { tokenHash } = await coming
      await inIdentity(this.#ctx, undefined, ({ db }) => revokeSession(db, tokenHash))
    }
  }
}
