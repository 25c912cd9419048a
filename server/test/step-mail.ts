import { createSecretMarks } from '../src/areas/instances/tools/secret-marks.ts'
import { createSendEmail } from '../src/areas/instances/tools/send-email.ts'
import type { Context } from '../src/core/context.ts'
import type { OutgoingMail } from '../src/core/mail/mailer.ts'
import type { Tenant } from './factories.ts'

/** What a step of the instance mails to somebody, as it goes to the mail server. */
export async function stepMail(
  ctx: Context,
  { tenantId }: Tenant,
  instanceId: string,
  to: string,
): Promise<OutgoingMail> {
  const sent: OutgoingMail[] = []
  const mailer = {
    send: async (one: OutgoingMail) => {
      sent.push(one)
    },
    close: () => undefined,
  }
  await createSendEmail(
    ctx,
    mailer,
  )({
    tenantId,
    key: crypto.randomUUID(),
    run: { instanceId, step: 'ask', round: 1 },
    parameters: { to, subject: 'Your order', text: 'Which color?' },
    secrets: createSecretMarks(),
    signal: AbortSignal.timeout(5_000),
  })
  const [one] = sent
  if (!one) throw new Error('nothing was sent')
  return one
}
