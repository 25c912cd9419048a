import { type ControlledUser, listControlledUsers, type UserFlag } from '@throughline/contracts/admin'
import type { Client } from '@throughline/contracts/client'

/** As staff read them. */
export async function listedUser(client: Client, email: string): Promise<ControlledUser> {
  const [row] = await client(listControlledUsers, { query: { q: email } })
  if (!row) throw new Error(`${email} is not listed`)
  return row
}

/** What is sent to have these flags changed. */
export const wanted = (
  { id, version, is_approved, is_admin, is_internal, is_beta, is_developer }: ControlledUser,
  change: Partial<Record<UserFlag, boolean>>,
) => ({ user_id: id, version, is_approved, is_admin, is_internal, is_beta, is_developer, ...change })
