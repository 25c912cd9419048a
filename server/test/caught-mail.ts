import { expect } from 'vitest'
import * as z from 'zod/mini'
import { required } from './database.ts'
import { eventually } from './eventually.ts'

const Caught = z.object({
  messageId: z.string(),
  from: z.string(),
  to: z.array(z.string()),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
})
type Caught = z.infer<typeof Caught>

/** What the mail catcher has for this address, oldest first. */
export async function caughtMail(to: string): Promise<Caught[]> {
  const answer = await fetch(`${required('MAIL_CATCHER_URL')}/api/messages?to=${encodeURIComponent(to)}`)
  return z.parse(z.array(Caught), await answer.json()).toReversed()
}

/** The one mail to this address, once it has come. */
export async function theMail(to: string): Promise<Caught> {
  const mails = await eventually(async () => {
    const caught = await caughtMail(to)
    expect(caught.length).toBeGreaterThan(0)
    return caught
  })
  const [mail] = mails
  if (!mail || mails.length > 1) throw new Error(`${mails.length} mails came to ${to}`)
  return mail
}

/** The link of a mail as a person sees it, in both of its parts. */
export function linkIn(mail: Caught): string {
  const link = /https?:\/\/\S+/.exec(mail.text)?.[0] ?? ''
  expect(mail.html).toContain(`href="${link}"`)
  return link
}
