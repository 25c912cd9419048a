import { describe, expect, test } from 'vitest'
import { type MailContent, PLAIN_NOTICES } from './mail-content.ts'
import { renderMail } from './render-mail.ts'
import { renderQueued } from './render-queued.ts'

const link = 'https://app.throughline.test/signup/Zm9vYmFy_-0123456789?a=1&b=2'
const invitation = {
  kind: 'invitation',
  link,
  organization: 'Brandt & Co',
  role: 'Member',
  invited_by: 'Ada',
  expires_days: 7,
} as const

const withLink: [MailContent, string][] = [
  [{ kind: 'registration', link, expires_hours: 24 }, 'expires in 24 hours'],
  [{ kind: 'account_exists', link }, 'Sign in with the account you have'],
  [{ kind: 'password_reset', link, expires_minutes: 30 }, 'expires in 30 minutes'],
  [{ kind: 'email_change', link, expires_hours: 1 }, 'expires in 1 hour.'],
  ...PLAIN_NOTICES.map((kind): [MailContent, string] => [{ kind, link }, 'Throughline']),
  [
    {
      kind: 'new_device',
      link,
      device: 'Chrome on Windows',
      address: '203.0.113.9',
      at: '2026-11-15T05:24:00.000Z',
      time_zone: 'Europe/Lisbon',
    },
    'Chrome on Windows, from 203.0.113.9, on 15 November 2026 at 05:24 (Europe/Lisbon)',
  ],
  [{ kind: 'email_changed', link, new_email: 'new@example.com', expires_days: 7 }, 'now uses new@example.com'],
  [
    { kind: 'email_change_asked', link, new_email: 'new@example.com' },
    'change your Throughline account to new@example.com',
  ],
  [
    { kind: 'account_deletion_planned', link, at: '2026-12-15T05:24:00.000Z', time_zone: 'UTC' },
    'on 15 December 2026 at 05:24. Until then, you can change your mind',
  ],
  [invitation, 'Ada invited you to work in Brandt & Co with the role Member.'],
]
const every: MailContent[] = [
  ...withLink.map(([content]) => content),
  { kind: 'email_change_undone', email: 'old@example.com' },
  { kind: 'account_deleted' },
]

describe.each(withLink)('$kind', (content, words) => {
  test('has its link and its words in both parts', async () => {
    const { html, text } = await renderMail(content)
    const addresses = [...html.matchAll(/href="([^"]*)"/g)].map(([, address = '']) => address.replaceAll('&amp;', '&'))
    expect(new Set(addresses)).toEqual(new Set([link]))
    expect(text.split(/\s/)).toContain(link)
    expect(text.split(link)).toHaveLength(2)
    expect(text).toContain(words)
  })
})

describe.each(every)('$kind', (content) => {
  test('loads nothing and says nothing that only a browser reads', async () => {
    const { html } = await renderMail(content)
    expect(html).not.toMatch(/<(img|script|iframe|link|video|form|base)\b|src=|url\(|@import|@font-face/i)
    expect(html).toContain('prefers-color-scheme: dark')
    expect(html).toContain('lang="en"')
  })

  test('has a subject and a text part to read', async () => {
    const { subject, text } = await renderMail(content)
    expect(subject).toMatch(/^[A-Z][^\n]{8,77}$/)
    expect(text).toMatch(/^Throughline\n/)
    expect(text).not.toMatch(/<[a-z/]|&[a-z]+;|\{|\[object|undefined|null/i)
    expect(text).not.toMatch(/\p{Cf}/u)
    expect(text.trim().split('\n').length).toBeLessThan(20)
  })
})

test('the notice to the old address has a way back, for seven days', async () => {
  const { html, text } = await renderMail({
    kind: 'email_changed',
    link,
    new_email: 'new@example.com',
    expires_days: 7,
  })
  expect(html).toContain('This wasn’t me')
  expect(text).toContain('expires in 7 days')
})

test('a name is shown as text, whatever is in it', async () => {
  const organization = '<a href="https://evil.example">Click</a>'
  const { html } = await renderMail({ ...invitation, organization, invited_by: '<img src=x onerror=alert(1)>' })
  expect(html).not.toContain('<a href="https://evil.example"')
  expect(html).not.toContain('<img')
  expect(html).toContain('&lt;img')
})

test('only known content is put into words', async () => {
  expect((await renderQueued({ kind: 'account_exists', link })).text).toContain(link)
  for (const content of [{ kind: 'other', link }, { kind: 'registration', link }, null, 'registration']) {
    expect(() => renderQueued(content)).toThrow()
  }
})
