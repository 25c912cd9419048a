import type { Context } from '../../core/context.ts'
import { inIdentity } from '../../core/db/in-identity.ts'

export type LinkPurpose = 'sign_up' | 'reset_password'

/**
 * One row in the outbox and nothing else, whoever the address belongs to: whether there is an account, and what is sent,
 * is found out later by a job, so neither answer nor time can tell.
 */
export async function requestLink(ctx: Context, purpose: LinkPurpose, email: string) {
  const id = crypto.randomUUID()
  const sealed = ctx.keyring.system.seal(JSON.stringify({ purpose, email }), id).toString('base64')
  await inIdentity(ctx, undefined, async (tx) => {
    tx.start(id, { workflow: 'sendLink', workflowId: `link:${id}`, args: { id, sealed } })
  })
}
