import { describe, expect, test } from 'vitest'
import { withStaffMails } from './render-staff-mail.tsx'
import type { StaffMail } from './staff-mail.ts'

const link = 'https://app.throughline.test/signup/Zm9vYmFy_-0123456789?a=1&b=2'
const other = { subject: 'Another area’s', html: '', text: '' }
const render = withStaffMails(async () => other)
const roleChanged = {
  kind: 'role_changed_by_staff',
  organization: 'Brandt & Co',
  person: 'Lotte Vermeer',
  role: 'Admin',
  reason: 'The owner asked us',
  link,
} as const
const invitation = { kind: 'waitlist_invitation', reg_id: crypto.randomUUID(), link } as const

const MAILS: [name: string, mail: StaffMail, subject: string, words: string[]][] = [
  [
    'an approval',
    { kind: 'account_approved', link },
    'Your Throughline account is approved',
    ['Your account was approved. You can start right away.'],
  ],
  [
    'a role that staff changed',
    roleChanged,
    'A role was changed in Brandt & Co',
    ['Throughline support changed the role of Lotte Vermeer in Brandt & Co to Admin.', 'Reason: The owner asked us'],
  ],
  [
    'an invitation of somebody new',
    { ...invitation, expires_days: 7 },
    'Your invitation to Throughline',
    ['choose a username and a password', 'The link works once and expires in 7 days.'],
  ],
  [
    'an invitation of somebody who has an account',
    { ...invitation, expires_days: null },
    'You can sign in to Throughline',
    ['you already have an account. Sign in to start.'],
  ],
]

describe.each(MAILS)('%s', (_name, mail, subject, words) => {
  test('has its subject, its words, and its link in both parts', async () => {
    const made = await render(mail)
    expect(made.subject).toBe(subject)
    const addresses = [...made.html.matchAll(/href="([^"]*)"/g)].map(([, address = '']) =>
      address.replaceAll('&amp;', '&'),
    )
    expect(new Set(addresses)).toEqual(new Set([link]))
    const text = made.text.replace(/\s+/g, ' ')
    for (const expected of [...words, link]) expect(text).toContain(expected)
    expect(text).not.toMatch(/\[object|undefined|null/)
  })
})

test('a name and a reason are shown as text, whatever is in them', async () => {
  const { html } = await render({
    ...roleChanged,
    person: '<img src=x>',
    reason: '<a href="https://evil.example">x</a>',
  })
  expect(html).not.toContain('<img')
  expect(html).not.toContain('<a href="https://evil.example"')
})

test('other mails are left to their own areas', async () => {
  expect(await render({ kind: 'registration', link })).toBe(other)
})
