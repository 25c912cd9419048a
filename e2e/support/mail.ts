import { expect } from '@playwright/test'
import { origins, setting } from './settings.ts'

export interface Mail {
  subject: string
  text: string
  html: string
}

/** The catcher keeps what earlier runs have sent. */
const since = new Date().toISOString()

async function mailsTo(to: string): Promise<Mail[]> {
  const answer = await fetch(`${setting('MAIL_CATCHER_URL')}/api/messages?${new URLSearchParams({ to, since })}`)
  return answer.json()
}

/** The newest mail to this address with this subject, as soon as the catcher has it. */
export async function mailTo(address: string, subject: string): Promise<Mail> {
  let found: Mail | undefined
  await expect
    .poll(
      async () => {
        found = (await mailsTo(address)).find((mail) => mail.subject === subject)
        return found?.subject
      },
      { message: `a mail to ${address}` },
    )
    .toBe(subject)
  if (!found) throw new Error(`no mail to ${address}`)
  return found
}

/** The address of the application that a person would click; it stands in both parts. */
export function linkIn({ text, html }: Mail): string {
  const [link] = new RegExp(`${origins.app}/[\\w/-]+`).exec(text) ?? []
  if (!link) throw new Error('the mail has no link')
  expect(html).toContain(link)
  return link
}

/** Nobody else's, in this run or an earlier one. */
export const freshAddress = (name: string) => `${name}.${crypto.randomUUID().slice(0, 8)}@journey.test`
